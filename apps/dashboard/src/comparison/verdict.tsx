import './comparison.css';
import { figures } from '@auction-tiers/contract/glossary';
import { chartHtml, drawInterval } from '@auction-tiers/chart';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../address/place.ts';
import { Change, Definition } from '../part/kit.tsx';
import { PlainTable } from '../part/plain-table.tsx';
import { counted, countText, percentText } from '../figure/count.ts';
import { dayText, rangeText, zoneShown } from '../figure/date.ts';
import { earnedColumn, earnedText, shortMoney, signedText } from '../figure/money.ts';
import { Chart } from '../part/chart.tsx';
import type { ComparisonReport, Pair } from './report.ts';
import { boundText, promisedText } from '../words/commitment.ts';
import { differenceText, intervalText, perCentText, toneOf, verdictWords } from './words.ts';

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
        {daysText(report)}, of which the draft ends {countText(report.touched)} differently.{' '}
        {report.share < 1 ? 'A day is of all auctions; other sums are' : 'What is earned is that'} of the recorded
        auctions, in {currency}.
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
        {share < 1 ? `Of the ${percentText(share)} of auctions that are recorded. ` : ''}What they earned when they were
        decided, by the tiers of that time, is shown in Today.
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
