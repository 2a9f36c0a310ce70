import { type MovementAnswer, movementParts } from '@auction-tiers/contract';
import { useState } from 'react';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import type { MovementWay } from './way.ts';

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

interface WaterfallProps {
  readonly movement: MovementAnswer;
  readonly wayOf: MovementWay;
}

/** The parts from the earlier net to the later net; a click on a name opens the part. */
export function Waterfall({ movement, wayOf }: WaterfallProps) {
  const { parts, currency } = movement;
  const [opened, setOpened] = useState<Part['kind'] | null>(null);
  const { before, after, bars, at } = bridgeOf(movement);
  return (
    <div className="table-box">
      <table className="movement">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className="movement-bars">
              <span className="visually-hidden">Drawn</span>
            </th>
            <th scope="col">Net, {currency}</th>
            <th scope="col">95 % interval</th>
          </tr>
        </thead>
        <tbody>
          <Whole name="Before" value={before} at={at(before)} />
          {parts.map((part, place) => {
            const isOpen = opened === part.kind;
            return [
              <tr key={part.kind}>
                <th scope="row">
                  {part.of.length === 0 ? (
                    <span title={kindHelp[part.kind]}>{movementParts[part.kind]}</span>
                  ) : (
                    <button
                      type="button"
                      className="movement-open"
                      title={kindHelp[part.kind]}
                      aria-expanded={isOpen}
                      onClick={() => setOpened(isOpen ? null : part.kind)}
                    >
                      {isOpen ? '▾' : '▸'} {movementParts[part.kind]}
                    </button>
                  )}
                </th>
                <td className="movement-bars" aria-hidden="true">
                  <BridgeBar {...bars[place]!} />
                </td>
                <td className="figure">{money(part.net)}</td>
                <td className="figure muted">{rangeOf(part)}</td>
              </tr>,
              ...(isOpen
                ? part.of.map((cause) => (
                    <tr key={`${part.kind} ${cause.id ?? ''}`} className="movement-cause">
                      <th scope="row">
                        {wayOf(part.kind, cause.id, isChange(part, cause) ? `Change of ${cause.name}` : cause.name)}
                      </th>
                      <td className="movement-bars" aria-hidden="true" />
                      <td className="figure">{money(cause.net)}</td>
                      <td className="figure muted">{rangeOf(cause)}</td>
                    </tr>
                  ))
                : []),
            ];
          })}
          <Whole name="After" value={after} at={at(after)} />
        </tbody>
      </table>
    </div>
  );
}

/** A mark and no bar: the axis does not begin at 0, so that a length would say nothing. */
function Whole({ name, value, at }: { readonly name: string; readonly value: number; readonly at: number }) {
  return (
    <tr className="movement-whole">
      <th scope="row">{name}</th>
      <td className="movement-bars" aria-hidden="true">
        <BridgeBar from={Math.min(at, 99.5)} to={at} kind="whole" />
      </td>
      <td className="figure">{earnedColumn(value)}</td>
      <td aria-hidden="true" />
    </tr>
  );
}
