import './comparison.css';
import { figures } from '@auction-tiers/contract/glossary';
import { chartHtml, drawInterval } from '@auction-tiers/chart';
import { Link, useNavigate } from '@tanstack/react-router';
import { usePlace } from '../address/place.ts';
import { Change, Definition, Problem } from '../part/kit.tsx';
import { PlainTable } from '../part/plain-table.tsx';
import { counted, countText, percentText } from '../figure/count.ts';
import { dayText, momentColumn, msOf, rangeText, zoneShown } from '../figure/date.ts';
import { cpmColumn, cpmIn, cpmText, earnedColumn, earnedText, shortMoney, signedText } from '../figure/figures.ts';
import { Chart } from '../part/chart.tsx';
import type { ComparisonReport, Example, ExampleWinner, Felt as FeltRow, Pair } from './report.ts';
import { boundText, promisedText } from '../words/commitment.ts';
import { differenceText, intervalText, perCentText, toneOf, verdictWords } from './words.ts';
import { changeWords } from '@auction-tiers/contract/compare-report';
import { useDecidingTiers, type Which } from '../sample/tier-source.ts';
import { buyerName } from '../words/buyer-name.ts';
import { useBuyerNames } from '../words/buyer-names.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOpenAuction, useSample, useSampleAnswer } from '../sample/use-sample.ts';
import { hourText } from './period.ts';

interface VerdictProps {
  readonly report: ComparisonReport;
  /** Whether the compared content has changed since: the verdict is struck through. */
  readonly isStale: boolean;
}

/** What a comparison says: recommendation, difference with interval, days, commitments, the price of preference. */
export function Verdict({ report, isStale }: VerdictProps) {
  const { currency } = usePlace();
  const { sign, word, tone, meaning } = verdictWords[report.recommendation];
  const shown = report.perDay ?? report.net;
  const figure = differenceText(shown.difference, shown.interval, currency);
  return (
    <div className="comparison">
      <div className={isStale ? 'comparison-figure stale' : 'comparison-figure'}>
        <p className={`big-figure ${tone}`}>
          <span aria-hidden="true">{sign} </span>
          <Definition text={figures[report.recommendation].definition}>{word}</Definition>
        </p>
        <p>
          <strong>
            {signedText(shown.difference, earnedText)} {currency}{' '}
            <Definition text={figures.difference.definition}>net</Definition>
            {report.perDay === null ? '' : ' a day'}
          </strong>
          {report.net.perCent !== null && <> ({perCentText(report.net.perCent)})</>}
          {shown.interval !== null && (
            <span className="muted">
              , <Definition text={figures.interval.definition}>95 %</Definition>: {intervalText(shown.interval)}{' '}
              {currency}
            </span>
          )}
        </p>
      </div>
      {isStale ? null : (
        <>
          <p>{report.summary || meaning}</p>
          <Sentences className="comparison-reasons" of={report.reasons} />
        </>
      )}
      {report.first.map((text) => (
        <p key={text} className="warn">
          {text}
        </p>
      ))}
      <Chart
        height={76}
        draw={(width) =>
          chartHtml(
            {
              id: 'comparison-interval',
              title: 'Difference in net to the seller, with its interval',
              description: `Draft less live: ${figure}`,
              draw: (widthPx) =>
                drawInterval(
                  {
                    value: shown.difference,
                    interval: shown.interval,
                    word: shortMoney(currency),
                    tone: toneOf(shown.interval),
                  },
                  widthPx,
                ),
            },
            width,
          )
        }
      />
      <p className="muted">
        Over {counted(report.auctions, 'recorded auction')}
        {daysText(report)}, of which the draft ends {countText(report.touched)} differently. Sums are in {currency}
        {report.share < 1 ? ', estimated from these for all auctions' : ''}.
      </p>
      {report.answered !== null && <AsBuyersAnswer answered={report.answered} />}
      <Limits report={report} />
      <ByDay report={report} />
      <Commitments rows={report.commitments} />
      <h3>Price of preference</h3>
      <p>
        <Definition text={figures.forgone.definition}>Forgone</Definition>{' '}
        <Change before={earnedColumn(report.forgone.current)} after={earnedColumn(report.forgone.draft)} /> {currency} (
        {signedText(report.forgone.difference, earnedColumn)})
      </p>
    </div>
  );
}

/** How the answer of measured buyers changes the difference. */
function AsBuyersAnswer({ answered }: { readonly answered: NonNullable<ComparisonReport['answered']> }) {
  const { currency } = usePlace();
  const textOf = ({ net, interval }: typeof answered.with) => differenceText(net, interval, currency);
  return (
    <p>
      Including how buyers reacted in{' '}
      <Link to="/draft/tests" search={{ experiment: answered.experimentId }}>
        a live test
      </Link>
      , measured until {dayText(answered.until.slice(0, 10))}: <strong>{textOf(answered.with)}</strong>. Without it:{' '}
      {textOf(answered.without)}.
    </p>
  );
}

/** A zone that is not the one that the line above the room names: the seller has chosen another one since. */
const zoneText = (timeZone: string): string => (timeZone === zoneShown() ? '' : ` (${timeZone})`);

/** The days of the comparison, which may not be those that are chosen now. */
function daysText({ days, timeZone }: ComparisonReport): string {
  const dates = days.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  return first === undefined || last === undefined ? '' : ` of ${rangeText(first, last)}${zoneText(timeZone)}`;
}

/** Sentences, each once. */
const Sentences = ({ of, className }: { readonly of: readonly string[]; readonly className?: string }) => (
  <ul className={className}>
    {[...new Set(of)].map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

/** What these auctions cannot say, how certain the interval is, and by which rule it was judged. */
function Limits({ report: { reasons, warnings, certainty, rule } }: Pick<VerdictProps, 'report'>) {
  return (
    <details>
      <summary>What these auctions cannot say, and how it was judged</summary>
      <Sentences of={warnings.filter((text) => !reasons.includes(text))} />
      {certainty.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>The rule, in the order asked:</p>
      <ol>
        {rule.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </details>
  );
}

function ByDay({ report: { days, share, timeZone } }: Pick<VerdictProps, 'report'>) {
  const { currency } = usePlace();
  if (days.length === 0) return null;
  const sumOf = (name: keyof Pair) => days.reduce((sum, { [name]: net }) => sum + net, 0);
  return (
    <>
      <h3>These bids under today’s tiers and under the draft, by day{zoneText(timeZone)}</h3>
      <p className="muted">
        {share < 1 ? `Estimated from the ${percentText(share)} of auctions that are recorded. ` : ''}What they earned
        when they were decided, by the tiers of that time, is shown in Today.
      </p>
      <PlainTable
        className="comparison-table of-days"
        rows={days}
        idOf={({ date }) => date}
        columns={[
          { head: 'Day', cell: ({ date }) => dayText(date), sum: counted(days.length, 'day') },
          ...(['current', 'draft'] as const).map((side) => ({
            head: `${side === 'current' ? 'Today’s tiers' : 'Draft'} (${currency})`,
            figure: 'net' as const,
            cell: ({ [side]: net }: Pair) => earnedColumn(net),
            sum: earnedColumn(sumOf(side)),
          })),
          {
            head: `Difference (${currency})`,
            figure: 'difference',
            cell: ({ difference }) => signedText(difference, earnedColumn),
            sum: signedText(sumOf('difference'), earnedColumn),
          },
        ]}
      />
    </>
  );
}

function Commitments({ rows }: { readonly rows: ComparisonReport['commitments'] }) {
  const { currency } = usePlace();
  if (rows.length === 0) return null;
  return (
    <>
      <h3>
        <Definition text={figures.commitment.definition}>Promises</Definition>
      </h3>
      <ul className="plain-list">
        {rows.map((row) => (
          <li key={`${row.who} ${boundText(row, currency)}`}>
            <span className={row.isKept ? 'gain' : 'loss'}>{row.isKept ? '✓ kept' : '✗ broken'}</span> {row.who}{' '}
            {boundText(row, currency)}:{' '}
            <Change
              before={promisedText(row.figure, row.current, currency)}
              after={promisedText(row.figure, row.draft, currency)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

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
            { head: 'Wins', figure: 'won', cell: ({ wins }) => signedText(wins, countText) },
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
