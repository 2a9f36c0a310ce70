import { figures } from '@auction-tiers/contract/glossary';
import { sparkLineHtml } from '@auction-tiers/chart';
import { changeWords } from '@auction-tiers/contract/compare-report';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePlace } from '../address/place.ts';
import { counted, countText, percentText } from '../figure/count.ts';
import { dayText, hourMs, momentColumn, msOf } from '../figure/date.ts';
import { cpmColumn, cpmIn, cpmText, earnedColumn, signedText } from '../figure/figures.ts';
import { Drawing } from '../part/chart.tsx';
import { Block, Change, Definition, Problem } from '../part/kit.tsx';
import { PlainTable } from '../part/plain-table.tsx';
import { Unfold } from '../part/unfold.tsx';
import { courseDays, courseQuery, coursesOf } from '../report/course.ts';
import { keyOf } from '../report/weeks.ts';
import type { Which } from '../sample/tier-source.ts';
import { client } from '../service/trpc.ts';
import { buyerName } from '../words/buyer-name.ts';
import { useBuyerNames } from '../words/buyer-names.ts';
import { hourText } from './period.ts';
import type { ComparisonReport, Example, ExampleWinner, Felt as FeltRow, Pair } from './report.ts';
import { daysText, toneOf, zoneText } from './words.ts';

interface FeltProps {
  readonly report: ComparisonReport;
  /** The tiers that explain the examples in the room Why?. */
  readonly which: Which;
}

const shownRows = 5;

/** The buyers that gain or lose most by a change; folded: the others, tiers, auctions that end differently, days. */
export function Felt({ report, which }: FeltProps) {
  const { currency } = usePlace();
  const [buyers, tiers] = [report.buyers, report.tiers].map((rows) =>
    rows.filter(({ direction }) => direction !== 'same'),
  ) as [FeltRow[], FeltRow[]];
  const { current, draft, difference } = report.forgone;
  return (
    <Block title="Who is affected" head={<small>in all{daysText(report)}</small>}>
      <div className="comparison">
        <FeltTable noun="buyer" rows={buyers.slice(0, shownRows)} />
        <Unfold
          parts={[
            buyers.length > shownRows && [
              counted(buyers.length - shownRows, 'more buyer'),
              <FeltTable key="buyers" noun="buyer" rows={buyers.slice(shownRows)} />,
            ],
            tiers.length > 0 && [counted(tiers.length, 'tier'), <FeltTable key="tiers" noun="tier" rows={tiers} />],
            report.examples.length > 0 && [
              `${counted(report.examples.length, 'auction')} that ${report.examples.length === 1 ? 'ends' : 'end'} differently`,
              <Examples key="examples" report={report} which={which} />,
            ],
            report.days.length > 0 && ['Days', <ByDay key="days" report={report} />],
            [
              'Price of preference',
              <p key="forgone">
                <Definition text={figures.forgone.definition}>Forgone</Definition>{' '}
                <Change before={earnedColumn(current)} after={earnedColumn(draft)} /> {currency} (
                {signedText(difference, earnedColumn)})
              </p>,
            ],
          ]}
        />
      </div>
    </Block>
  );
}

function FeltTable({ noun, rows }: { readonly noun: 'buyer' | 'tier'; readonly rows: readonly FeltRow[] }) {
  const { currency } = usePlace();
  const courses = useCourses(noun === 'buyer');
  if (rows.length === 0) return <p className="muted">No {noun} is affected.</p>;
  return (
    <PlainTable
      className="comparison-table"
      rows={rows}
      idOf={({ id, name }) => `${id} ${name}`}
      columns={[
        { head: noun === 'buyer' ? 'Buyer' : 'Tier', cell: ({ name }) => name },
        { head: 'Wins', figure: 'won', cell: ({ wins }) => signedText(wins, countText) },
        { head: `Net (${currency})`, figure: 'net', cell: ({ draft }) => earnedColumn(draft) },
        {
          head: `Change (${currency})`,
          figure: 'difference',
          toneOf: ({ interval }) => toneOf(interval),
          cell: differenceCell,
        },
        courses.size > 0 && {
          head: `${courseDays} days`,
          definition: `Net (${currency}) of each whole day, live`,
          className: 'comparison-course',
          cell: (row) => courseCell(row, courses.get(String(row.id))),
        },
      ]}
    />
  );
}

const courseCell = ({ name }: FeltRow, nets: readonly number[] | undefined) =>
  nets !== undefined && <Drawing markup={sparkLineHtml(nets, `${name}: net of each day, live`)} />;

/** The net of each buyer on the last days, live. */
function useCourses(isAsked: boolean) {
  const place = usePlace();
  const { data } = useQuery(courseQuery(place, 'buyer', isAsked));
  return useMemo(() => coursesOf(isAsked ? data : undefined, place, keyOf), [isAsked, data, place]);
}

const directions = {
  gains: ['▲', 'gains, beyond chance'],
  loses: ['▼', 'loses, beyond chance'],
  unclear: ['≈', 'unclear: may be chance'],
  same: ['', 'same'],
} as const;

function differenceCell({ direction, difference }: FeltRow) {
  const [arrow, words] = directions[direction];
  return (
    <span title={words}>
      <span aria-hidden="true">{arrow} </span>
      <span className="visually-hidden">{words} </span>
      {signedText(difference, earnedColumn)}
    </span>
  );
}

function ByDay({ report: { days, share, timeZone } }: Pick<FeltProps, 'report'>) {
  const { currency } = usePlace();
  const sumOf = (name: keyof Pair) => days.reduce((sum, { [name]: net }) => sum + net, 0);
  return (
    <>
      <p className="muted">
        These bids under today’s tiers and under the draft, by day{zoneText(timeZone)}.{' '}
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

function Examples({ report: { examples }, which }: FeltProps) {
  const names = useBuyerNames();
  const nameOf = (id: number) => buyerName({ id, name: names.get(id) });
  return (
    <ol className="plain-list examples">
      {examples.map((example) => (
        <li key={`${example.file} ${example.place}`}>
          <ExampleLink example={example} which={which} />: {changeWords[example.kind]}
          <span className="muted"> ({exampleWords(example, nameOf)})</span>
        </li>
      ))}
    </ol>
  );
}

interface ExampleLinkProps {
  readonly example: Example;
  /** The tiers that explain the example. */
  readonly which: Which;
}

/** A link to the room Why? with the recorded auction itself: a click finds it by its seed among those of its hour. */
function ExampleLink({ example, which }: ExampleLinkProps) {
  const { ymProfile, memberId } = usePlace();
  const navigate = useNavigate();
  const timeMs = msOf(example.time);
  const winner = example.draft ?? example.current;
  const open = useMutation({
    async mutationFn() {
      const hours = { from: hourText(timeMs), to: hourText(timeMs + hourMs) };
      const scope = { ym_profile_id: ymProfile.id, member_id: memberId, ...hours };
      // Moments of the report are of whole seconds or finer.
      const find = { time: new Date(timeMs).toISOString(), seed: example.seed };
      const { sample, found } = await client.recorded.ask.query({ ...scope, find });
      if (sample.auctions === 0) throw new Error('the auctions of this hour are not kept any more');
      const id = found?.auctions[0]?.id;
      if (id === undefined)
        throw new Error('this auction is not among those of its hour that are read; Why? lists the others');
      const { auction } = await client.recorded.ask.query({ ...scope, auction: id });
      const tiers = which === 'draft' ? { tiers: which } : {};
      await navigate({ to: '/why', search: { auction: auction!, bid: winner?.bidId, ...tiers } });
    },
  });
  return (
    <>
      <Link
        to="/why"
        // In a window of its own: the auctions of that hour with this buyer.
        search={{ hour: hourText(timeMs), buyer: winner?.memberId ?? undefined }}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open.mutate();
        }}
      >
        {momentColumn(timeMs)}
      </Link>
      <span className="muted" role="status">
        {open.isPending && ' is opened …'}
      </span>
      {open.error !== null && <Problem error={open.error} />}
    </>
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
