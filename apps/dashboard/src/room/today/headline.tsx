import { Link } from '@tanstack/react-router';
import { useMovement } from '../../report/use-movement.ts';
import { counted } from '../../figure/count.ts';
import { dayText } from '../../figure/date.ts';
import { earnedText } from '../../figure/money.ts';
import { usePlace } from '../../address/place.ts';
import { useNeedCount } from './needs.tsx';
import { causeOf, offWords, reasonOf } from './reckon/headline.ts';
import { fewerAuctions, type News } from './reckon/sentences.ts';
import type { Today } from './use-today.ts';
import { useUsual } from '../../report/use-usual.ts';
import { WayLink } from './way-link.tsx';

/**
 * The day in one sentence: how far off a usual day, the cause that "Why it moved" names of the same day, else the first
 * thing worth a look, and how many things need somebody.
 */
export function Headline({ today, news }: { readonly today: Today | null; readonly news: News }) {
  const { currency, to } = usePlace();
  const { data: usual = null } = useUsual();
  const needs = useNeedCount();
  const isAsked = (today?.figures.auctions ?? 0) > 0;
  const { movement } = useMovement('week', isAsked, { from: to, to });
  const cause = causeOf(movement?.sentences ?? [], to, fewerAuctions(news) !== null);
  const reason = cause === null || cause.isOrdinary ? reasonOf(news) : null;
  const net = today?.figures.net ?? null;
  const off =
    offWords({ day: to, isOver: today?.untilMs === null, net, usual: usual?.is_learning === true ? null : usual }) ??
    (net === null ? dayText(to) : `${dayText(to)}: ${earnedText(net)} ${currency} net`);
  return (
    <>
      <span className="visually-hidden">Today: </span>
      <span>{off}.</span>
      {cause !== null && (
        <>
          {' '}
          <Link to="/today/movement" search={{ from: to, to }}>
            {cause.text}
          </Link>
        </>
      )}
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
