import { counted } from '../../figure/count.ts';
import { dayText } from '../../figure/date.ts';
import { earnedText } from '../../figure/money.ts';
import { usePlace } from '../../address/place.ts';
import { useNeedCount } from './needs.tsx';
import { offWords, reasonOf } from './reckon/headline.ts';
import type { News } from './reckon/sentences.ts';
import type { Today } from './use-today.ts';
import { useUsual } from '../../report/use-usual.ts';
import { WayLink } from './way-link.tsx';

/** The day in one sentence: how far off a usual day, the first reason, and how many things need somebody. */
export function Headline({ today, news }: { readonly today: Today | null; readonly news: News }) {
  const { currency, to } = usePlace();
  const { data: usual = null } = useUsual();
  const needs = useNeedCount();
  const reason = reasonOf(news);
  const net = today?.figures.net ?? null;
  const off =
    offWords({ day: to, isOver: today?.untilMs === null, net, usual: usual?.is_learning === true ? null : usual }) ??
    (net === null ? dayText(to) : `${dayText(to)}: ${earnedText(net)} ${currency} net`);
  return (
    <>
      <span className="visually-hidden">Today: </span>
      <span>{off}.</span>
      {reason !== null && (
        <>
          {' '}
          <WayLink way={reason.way}>{reason.text}.</WayLink>
        </>
      )}
      {needs > 0 && (
        <>
          {' '}
          <a className="warn" href="#needs">
            {counted(needs, 'thing')} {needs === 1 ? 'needs' : 'need'} you.
          </a>
        </>
      )}
    </>
  );
}
