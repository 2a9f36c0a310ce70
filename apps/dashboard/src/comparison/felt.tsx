import './comparison.css';
import { changeWords } from '@auction-tiers/contract/compare-report';
import { PlainTable } from '../part/plain-table.tsx';
import { usePlace } from '../address/place.ts';
import { countText } from '../figure/count.ts';
import type { Which } from '../sample/tier-source.ts';
import { signedText, earnedColumn } from '../figure/money.ts';
import { buyerName } from '../words/buyer-name.ts';
import { useBuyerNames } from '../words/buyer-names.ts';
import { ExampleLink } from './example-link.tsx';
import { exampleWords } from './example-words.ts';
import { toneOf } from './words.ts';
import type { Felt as FeltRow, ComparisonReport } from './report.ts';

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
        <PlainTable
          className="comparison-table"
          rows={felt.slice(0, shownRows)}
          idOf={({ id, name }) => `${id} ${name}`}
          columns={[
            { head: title, cell: ({ name }) => name },
            { head: 'Wins', figure: 'won', cell: ({ wins }) => signedText(wins.draft - wins.current, countText) },
            { head: `Net (${currency})`, figure: 'net', cell: ({ draft }) => earnedColumn(draft) },
            {
              head: `Difference (${currency})`,
              figure: 'difference',
              toneOf: ({ interval }) => toneOf(interval),
              cell: differenceCell,
            },
          ]}
        />
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

const differenceCell = ({ direction, difference }: FeltRow) => (
  <span title={directionWords[direction]}>
    <span aria-hidden="true">{arrows[direction]} </span>
    <span className="visually-hidden">{directionWords[direction]} </span>
    {signedText(difference, earnedColumn)}
  </span>
);

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
