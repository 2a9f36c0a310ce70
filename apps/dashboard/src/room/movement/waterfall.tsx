import { type MovementAnswer, movementParts } from '@auction-tiers/contract';
import { type ReactNode, useState } from 'react';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import type { MovementWay } from './way.ts';
import { PlainTable } from '../../part/plain-table.tsx';

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
const rangeOf = ({ interval }: Pick<Part, 'interval'>): string =>
  interval === null ? '' : `${money(interval.low)} to ${money(interval.high)}`;

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
export function Waterfall({ movement, wayOf }: { readonly movement: MovementAnswer; readonly wayOf: MovementWay }) {
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
  const lines = parts.flatMap((part, place): Line[] => {
    const { kind, net, of } = part;
    const bar = <BridgeBar {...bars[place]!} />;
    const causes = (opened === kind ? of : []).map((cause): Line => {
      const name = wayOf(kind, cause.id, isChange(part, cause) ? `Change of ${cause.name}` : cause.name);
      return {
        key: `${kind} ${cause.id}`,
        look: 'cause',
        name,
        bar: null,
        net: money(cause.net),
        range: rangeOf(cause),
      };
    });
    return [{ key: kind, look: 'part', name: nameOf(part), bar, net: money(net), range: rangeOf(part) }, ...causes];
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
        { head: `Net, ${currency}`, isNumber: true, className: 'figure', cell: ({ net }) => net },
        { head: '95 % interval', isNumber: true, className: 'figure muted', cell: ({ range }) => range },
      ]}
    />
  );
}
