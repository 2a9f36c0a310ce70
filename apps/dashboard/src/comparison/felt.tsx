import './comparison.css';
import { changeWords } from '@auction-tiers/contract/compare-report';
import { PlainTable } from '../part/plain-table.tsx';
import { usePlace } from '../address/place.ts';
import { countText } from '../figure/count.ts';
import { useDecidingTiers, type Which } from '../sample/tier-source.ts';
import { cpmColumn, cpmIn, cpmText, earnedColumn, signedText } from '../figure/money.ts';
import { buyerName } from '../words/buyer-name.ts';
import { useBuyerNames } from '../words/buyer-names.ts';
import { toneOf } from './words.ts';
import type { ComparisonReport, Example, ExampleWinner, Felt as FeltRow } from './report.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { momentColumn, msOf } from '../figure/date.ts';
import { Problem } from '../part/kit.tsx';
import { useOpenAuction, useSample, useSampleAnswer } from '../sample/use-sample.ts';
import { hourText } from './period.ts';

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

interface ExampleLinkProps {
  readonly example: Example;
  /** The tiers that explain the example. */
  readonly which: Which;
}

/** A link to the room Why? with the recorded auction itself, which is read on a click. */
function ExampleLink({ example, which }: ExampleLinkProps) {
  const [isAsked, setIsAsked] = useState(false);
  const buyer = (example.draft ?? example.current)?.memberId ?? undefined;
  return (
    <>
      <Link
        to="/why"
        // In a window of its own: the auctions of that hour with this buyer.
        search={{ hour: hourText(msOf(example.time)), buyer }}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setIsAsked(true);
        }}
      >
        {momentColumn(msOf(example.time))}
      </Link>
      {isAsked && <OpenExample example={example} which={which} />}
    </>
  );
}

/** Reads the recorded auctions of the hour, finds the one by its seed, and opens it. */
function OpenExample({ example, which }: ExampleLinkProps) {
  const navigate = useNavigate();
  const view = useSample({ hour: hourText(msOf(example.time)) });
  const tiers = useDecidingTiers('live');
  // Moments of the report are of whole seconds or finer.
  const second = new Date(msOf(example.time)).toISOString();
  const { data, error: notFound } = useSampleAnswer(view, tiers, { find: { time: second, seed: example.seed } });
  const openAuction = useOpenAuction(view, tiers);
  const body = useQuery({
    queryKey: ['example', view.scope, example.file, example.place],
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => {
      const id = data?.found?.auctions[0]?.id;
      if (id !== undefined) return openAuction(id);
      throw new Error('this auction is not among those of its hour that are read; Why? lists the others');
    },
  });
  useEffect(() => {
    if (body.data === undefined) return;
    const bid = (example.draft ?? example.current)?.bidId;
    void navigate({
      to: '/why',
      search: { auction: body.data, bid, ...(which === 'draft' ? { tiers: which } : {}) },
    });
  }, [body.data, example, navigate, which]);
  const error = (view.state.state === 'failed' ? view.state.error : null) ?? notFound ?? body.error;
  if (error !== null) return <Problem error={error} />;
  if (view.state.state === 'empty')
    return <Problem error={new Error('the auctions of this hour are not kept any more')} />;
  return (
    <span className="muted" role="status">
      {' '}
      is opened …
    </span>
  );
}

/** The winners of an example before and after, and the seller's net: `Bluefin; the seller gets 2.10 → 1.80 EUR CPM`. */
export function exampleWords({ current, draft }: Example, nameOf: (buyerId: number) => string): string {
  const [before, after] = [current, draft].map((winner) => winnerName(winner, nameOf));
  const isSame = current !== null && draft !== null && current.memberId === draft.memberId && current.memberId !== null;
  const who = isSame ? before! : `${before} → ${after}`;
  const got = gotWords(current, draft);
  return got === null ? who : `${who}; the seller gets ${got}`;
}

function winnerName(winner: ExampleWinner | null, nameOf: (buyerId: number) => string): string {
  if (winner === null) return 'unsold';
  return winner.memberId === null ? 'an unknown buyer' : nameOf(winner.memberId);
}

/** The seller's net, CPM; null: unsold in both cases. */
function gotWords(current: ExampleWinner | null, draft: ExampleWinner | null): string | null {
  if (current === null) return draft === null ? null : `nothing → ${cpmColumn(draft.netToSeller)} ${cpmIn()}`;
  if (draft === null) return `${cpmColumn(current.netToSeller)} ${cpmIn()} → nothing`;
  const [before, after] = [current.netToSeller, draft.netToSeller];
  if (before === after) return `${cpmColumn(after)} ${cpmIn()}`;
  // More decimals only where two do not tell the prices apart.
  const show = cpmColumn(before) === cpmColumn(after) ? cpmText : cpmColumn;
  return `${show(before)} → ${show(after)} ${cpmIn()}`;
}
