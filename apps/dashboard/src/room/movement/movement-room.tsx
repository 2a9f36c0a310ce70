import './movement.css';
import { calendarOf, type Day } from '@auction-tiers/calendar';
import type { MovementAnswer } from '@auction-tiers/contract';
import { Link, useSearch } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { counted, countText } from '../../figure/count.ts';
import { clockColumn, dayText, msOf, rangeText } from '../../figure/date.ts';
import { Block, Empty, Notice, Problem, Room, Waiting } from '../../part/kit.tsx';
import { comparedWords } from '../../report/moved-periods.ts';
import { useMovement } from '../../report/use-movement.ts';
import { Waterfall } from './waterfall.tsx';
import type { MovementWay } from './way.ts';
import { Choice } from '../../part/form.tsx';
import { useAddress } from '../../address/use-change-address.ts';
import type { PageSearch } from '../../address/search.ts';

/** Up to when a period is compared, if its last day is not over; Today counts on from there. */
function upTo(end: string | undefined, lastDay: Day, timeZone: string): string {
  const endMs = end === undefined ? Infinity : msOf(end);
  return endMs < calendarOf(timeZone).endOf(lastDay) ? `, up to ${clockColumn(endMs)}` : '';
}

const lengthMs = ({ start, end }: { readonly start: string; readonly end: string }) => msOf(end) - msOf(start);
const isAsLong = ({ from, against }: MovementAnswer['periods']) => lengthMs(from) === lengthMs(against);

/** Whether nothing was earned in any hour of either period, also of those that are left out. */
const isEmpty = ({ report, from, against }: MovementAnswer): boolean =>
  Number(report?.from ?? from) === 0 && Number(report?.against ?? against) === 0;

/** What moved net between two periods, and why. */
export function MovementRoom(): React.ReactNode {
  const { ymProfile, timeZone } = usePlace();
  const [{ by = 'week' }, change] = useAddress<'/today/movement'>();
  const { from: chosen }: PageSearch = useSearch({ strict: false });
  const { movement, error, periods, isAhead, retry } = useMovement(by);
  const { from, to, againstFrom, againstTo, isShortened } = periods;
  const isChosen = chosen !== undefined;
  const wayOf: MovementWay = (kind, id, name) => {
    if ((kind === 'participation' || kind === 'prices') && Number(id) > 0) {
      return (
        <Link to="/buyers" search={{ ym: ymProfile.id, buyer: Number(id) }}>
          {name}
        </Link>
      );
    }
    if (kind === 'rules' && id !== null && /^\d+-\d+/.test(id)) {
      return (
        <Link to="/history" search={{ ym: ymProfile.id }}>
          {name}
        </Link>
      );
    }
    return name;
  };
  return (
    <Room
      title="Why it moved"
      heading={`Why it moved: ${from === to ? dayText(from) : rangeText(from, to)}`}
      head={
        <>
          <span className="muted" role="status">
            {rangeText(from, to)}
            {upTo(movement?.periods.from.end, to, timeZone)} against {rangeText(againstFrom, againstTo)}
            {upTo(movement?.periods.against.end, againstTo, timeZone)} ({timeZone})
          </span>
          <Choice
            aria-label="Compared with"
            w={220}
            words={comparedWords}
            value={by}
            onChange={(value) => change({ by: value === 'week' ? undefined : value })}
          />
        </>
      }
    >
      {isShortened && isChosen && (
        <Notice>Up to 7 days can be told apart; you chose more, so this is yesterday.</Notice>
      )}
      {movement !== null && !isAsLong(movement.periods) && (
        <Notice>
          The clocks were changed, so these periods are not equally long. What the longer one earned in its extra hours
          counts as traffic.
        </Notice>
      )}
      {error !== null && <Problem error={error} onRetry={retry} />}
      {isAhead && <Empty>No hour of these days is over yet. Choose earlier days above.</Empty>}
      {movement === null && error === null && !isAhead && <Waiting rows={9} />}
      {movement !== null &&
        (isEmpty(movement) ? (
          <Empty action={<Link to="/today">To Today</Link>}>
            Nothing was earned in either period. Choose days with auctions.
          </Empty>
        ) : (
          <>
            <Block title="In words">
              <ol className="movement-sentences">
                {movement.sentences.map(({ text, kind, id }) => (
                  <li key={text}>
                    {kind === 'net' ? <strong>{text}</strong> : wayOf(id === null ? '' : kind, id, text)}
                  </li>
                ))}
              </ol>
            </Block>
            <Block title="How net moved">
              <Waterfall movement={movement} wayOf={wayOf} />
              <p className="muted">
                Based on {counted(movement.auctions.from, 'recorded auction')} ({countText(movement.auctions.against)}{' '}
                in the earlier period). The parts add up to the difference exactly
                {movement.hours_left_out.length > 0 && ', without the hours that are not fully recorded'}.
              </p>
            </Block>
          </>
        ))}
    </Room>
  );
}
