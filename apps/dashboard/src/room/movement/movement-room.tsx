import './movement.css';
import { calendarOf, type Day } from '@auction-tiers/calendar';
import { type MovementAnswer, movementParts } from '@auction-tiers/contract';
import { Link, useSearch } from '@tanstack/react-router';
import { useAddress, usePlace } from '../../address/place.ts';
import { counted, countText } from '../../figure/count.ts';
import { clockColumn, dayText, msOf, rangeText } from '../../figure/date.ts';
import { Block, Empty, Notice, Problem, Room, Waiting } from '../../part/kit.tsx';
import { comparedWords, useMovement } from '../../report/use-report.ts';
import { Choice } from '../../part/form.tsx';
import type { PageSearch } from '../../address/search.ts';
import { type ReactNode, useState } from 'react';
import { earnedColumn, signedText } from '../../figure/figures.ts';
import { rangeColumn } from '../../comparison/words.ts';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import { PlainTable } from '../../part/plain-table.tsx';

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
            {upTo(movement?.periods.against.end, againstTo, timeZone)}
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
            <Block title="How net moved">
              <Waterfall movement={movement} wayOf={wayOf} />
              <p className="muted">
                Based on {counted(movement.auctions.from, 'recorded auction')} ({countText(movement.auctions.against)}{' '}
                in the earlier period). The parts add up to the difference exactly
                {movement.hours_left_out.length > 0 && ', without the hours that are not fully recorded'}.
              </p>
            </Block>
            <Block title="In words">
              <ol className="movement-sentences">
                {movement.sentences.map(({ text, kind, id }) => (
                  <li key={text}>
                    {kind === 'net' ? <strong>{text}</strong> : wayOf(id === null ? '' : kind, id, text)}
                  </li>
                ))}
              </ol>
            </Block>
          </>
        ))}
    </Room>
  );
}

type Part = MovementAnswer['parts'][number];

const kindHelp: Readonly<Record<Part['kind'], string>> = {
  rules: 'The later auctions decided again by the previous tiers: what each change brought. Nothing is assumed.',
  traffic: 'More or fewer impressions, of the same mix.',
  mix: 'Other countries, placements, devices, sizes, media types or hours.',
  participation: 'Buyers that bid on more or fewer of the same impressions.',
  prices: 'Buyers that bid more or less for the same impressions.',
  terms: 'Another floor, auction type or fee of the requests.',
  unexplained: 'What the recorded auctions do not show. Record a larger share to tell it apart.',
};

const money = (text: string): string => signedText(Number(text), earnedColumn);

/** Whether an entry of a part is a publish, which is named by its time. */
const isChange = ({ kind }: Part, { id }: Part['of'][number]): boolean =>
  kind === 'rules' && id !== null && /^\d/.test(id);

/** A line of the table: net before or after, a part of what is between, or a cause of a part that is open. */
interface Line {
  readonly key: string;
  readonly look: 'whole' | 'part' | 'cause';
  readonly name: ReactNode;
  readonly bar: ReactNode;
  readonly net: string;
  readonly range: string;
}

/** The parts from the earlier net to the later net; a click on a name opens the part. */
function Waterfall({ movement, wayOf }: { readonly movement: MovementAnswer; readonly wayOf: MovementWay }) {
  const { parts, currency } = movement;
  const [opened, setOpened] = useState<Part['kind'] | null>(null);
  const { before, after, bars, at } = bridgeOf(movement);
  // A mark and no bar: the axis does not begin at 0, so that a length would say nothing.
  const whole = (name: string, value: number): Line => ({
    key: name,
    look: 'whole',
    name,
    bar: <BridgeBar from={Math.min(at(value), 99.5)} to={at(value)} kind="whole" />,
    net: earnedColumn(value),
    range: '',
  });
  const nameOf = ({ kind, of }: Part) =>
    of.length === 0 ? (
      <span title={kindHelp[kind]}>{movementParts[kind]}</span>
    ) : (
      <button
        type="button"
        className="movement-open"
        title={kindHelp[kind]}
        aria-expanded={opened === kind}
        onClick={() => setOpened(opened === kind ? null : kind)}
      >
        {opened === kind ? '▾' : '▸'} {movementParts[kind]}
      </button>
    );
  const lines = parts.flatMap((part, index): Line[] => {
    const { kind, net, of } = part;
    const bar = <BridgeBar {...bars[index]!} />;
    const causes = (opened === kind ? of : []).map((cause): Line => {
      const name = wayOf(kind, cause.id, isChange(part, cause) ? `Change of ${cause.name}` : cause.name);
      return {
        key: `${kind} ${cause.id}`,
        look: 'cause',
        name,
        bar: null,
        net: money(cause.net),
        range: rangeColumn(cause.interval),
      };
    });
    return [
      { key: kind, look: 'part', name: nameOf(part), bar, net: money(net), range: rangeColumn(part.interval) },
      ...causes,
    ];
  });
  return (
    <PlainTable
      className="movement"
      rows={[whole('Before', before), ...lines, whole('After', after)]}
      idOf={({ key }) => key}
      rowClass={({ look }) => `movement-${look}`}
      columns={[
        { head: 'Part', isName: true, cell: ({ name }) => name },
        { head: 'Drawn', isHeadHidden: true, className: 'movement-bars', cell: ({ bar }) => bar },
        { head: `Net (${currency})`, isNumber: true, className: 'figure', cell: ({ net }) => net },
        { head: '95 % interval', isNumber: true, className: 'figure muted', cell: ({ range }) => range },
      ]}
    />
  );
}

/** The name of a cause, with a link to its room where there is one. */
type MovementWay = (kind: string, id: string | null, name: string) => ReactNode;
