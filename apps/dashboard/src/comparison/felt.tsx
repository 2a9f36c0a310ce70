import './comparison.css';
import { changeWords } from '@auction-tiers/contract/compare-report';
import { FigureHead } from '../part/definition.tsx';
import { usePlace } from '../address/place.ts';
import { countText } from '../figure/count.ts';
import type { Which } from '../sample/tier-source.ts';
import { signedText, earnedColumn } from '../figure/money.ts';
import { buyerName } from '../words/buyer-name.ts';
import { useBuyerNames } from '../words/buyer-names.ts';
import { ExampleLink } from './example-link.tsx';
import { exampleWords } from './example-words.ts';
import { toneOf } from './words.ts';
import type { Felt as FeltRow, ComparisonReport } from './comparison-report.ts';

const shownRows = 8;

interface FeltProps {
  readonly report: ComparisonReport;
  /** The tiers that explain the examples in the room Why?. */
  readonly which: Which;
}

/** The buyers and tiers that gain or lose by a change, and auctions that it decides differently. */
export function Felt({ report, which }: FeltProps) {
  return (
    <div className="comparison">
      <FeltTable title="Buyers" noun="buyer" rows={report.buyers} />
      <FeltTable title="Tiers" noun="tier" rows={report.tiers} />
      <Examples report={report} which={which} />
    </div>
  );
}

interface FeltTableProps {
  readonly title: string;
  readonly noun: string;
  readonly rows: readonly FeltRow[];
}

const arrows = { gains: '▲', loses: '▼', unclear: '≈', same: '' } as const;

function FeltTable({ title, noun, rows }: FeltTableProps) {
  const { currency } = usePlace();
  const felt = rows.filter(({ direction }) => direction !== 'same');
  return (
    <>
      <h3>{title}</h3>
      {felt.length === 0 ? (
        <p className="muted">No {noun} is affected.</p>
      ) : (
        <div className="scrolls">
          <table className="plain-table comparison-table">
            <thead>
              <tr>
                <th>{title}</th>
                <FigureHead figure="won">Wins</FigureHead>
                <FigureHead figure="net">Net ({currency})</FigureHead>
                <FigureHead figure="difference">Difference ({currency})</FigureHead>
              </tr>
            </thead>
            <tbody>
              {felt.slice(0, shownRows).map((row) => (
                <tr key={`${row.id} ${row.name}`}>
                  <td>{row.name}</td>
                  <td className="number">{signedText(row.wins.draft - row.wins.current, countText)}</td>
                  <td className="number">{earnedColumn(row.draft)}</td>
                  <td className={`number ${toneOf(row.interval)}`} title={directionWords[row.direction]}>
                    <span aria-hidden="true">{arrows[row.direction]} </span>
                    <span className="visually-hidden">{directionWords[row.direction]} </span>
                    {signedText(row.difference, earnedColumn)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {felt.length > shownRows && (
        <p className="muted">and {countText(felt.length - shownRows)} more with smaller differences</p>
      )}
    </>
  );
}

const directionWords = {
  gains: 'gains, beyond chance',
  loses: 'loses, beyond chance',
  unclear: 'unclear: may be chance',
  same: 'same',
} as const;

function Examples({ report: { examples }, which }: FeltProps) {
  const names = useBuyerNames();
  const nameOf = (id: number) => buyerName({ id, name: names.get(id) });
  if (examples.length === 0) return null;
  return (
    <>
      <h3>Examples</h3>
      <ol className="plain-list examples">
        {examples.map((example) => (
          <li key={`${example.file} ${example.place}`}>
            <ExampleLink example={example} which={which} />: {changeWords[example.kind]}
            <span className="muted"> ({exampleWords(example, nameOf)})</span>
          </li>
        ))}
      </ol>
    </>
  );
}
