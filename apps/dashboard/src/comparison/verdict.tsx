import './comparison.css';
import { figures } from '@auction-tiers/contract/glossary';
import { chartHtml, drawInterval } from '@auction-tiers/chart';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../address/place.ts';
import { Definition } from '../part/kit.tsx';
import { counted, countText } from '../figure/count.ts';
import { dayText } from '../figure/date.ts';
import { earnedText, type Range, shortMoney, signedText } from '../figure/figures.ts';
import { Chart } from '../part/chart.tsx';
import type { ComparisonReport } from './report.ts';
import { daysText, differenceText, intervalText, perCentText, toneOf, verdictWords } from './words.ts';

interface VerdictProps {
  readonly report: ComparisonReport;
  /** Whether the compared content has changed since: the verdict is struck through. */
  readonly isStale?: boolean;
}

/** What a comparison says: a recommendation, its sentence with the main reason, the difference with its interval. */
export function Verdict({ report, isStale = false }: VerdictProps) {
  const { currency } = usePlace();
  const { sign, word, tone, before, after } = verdictWords[report.recommendation];
  const shown = report.perDay ?? report.net;
  const { perCent } = report.net;
  const broken = report.commitments.filter(({ keeping }) => keeping === 'broken').length;
  return (
    <div className="comparison">
      <div className={isStale ? 'comparison-figure stale' : 'comparison-figure'}>
        <span className={`tag ${tone}`}>
          <span aria-hidden="true">{sign} </span>
          <Definition text={figures[report.recommendation].definition}>{word}</Definition>
        </span>
        <p className="sentence">
          {before}
          {after !== undefined && (
            <>
              {signedText(shown.difference, earnedText)} {currency}{' '}
              <Definition text={figures.difference.definition}>net</Definition>
              {report.perDay === null ? '' : ' a day'}
              {perCent !== null && <span className="muted"> ({perCentText(perCent)})</span>}
              {after}
            </>
          )}{' '}
          <span className="muted">
            {report.summary} {broken > 0 && (broken === 1 ? 'A promise breaks.' : `${broken} promises break.`)}
          </span>
        </p>
      </div>
      {!isStale && (
        <p className="muted">
          {[...report.reasons.slice(0, 1), ...report.first].map((one) => (
            <Reason key={one.text} {...one} />
          ))}
        </p>
      )}
      {after !== undefined && <Interval of={shown} />}
      {report.answered !== null && <AsBuyersAnswer answered={report.answered} />}
      <Why report={report} />
    </div>
  );
}

/** A reason or a doubt, with a link to the settings that would settle it. */
const Reason = ({ text, isOfSettings }: ComparisonReport['reasons'][number]) => (
  <>
    {text} {isOfSettings && <Link to="/tiers/promises">Settings of the sites</Link>}{' '}
  </>
);

interface IntervalProps {
  readonly title?: string;
  readonly of: { readonly difference: number; readonly interval: Range | null };
}

/** A difference on an axis with 0. */
export function Interval({ title = 'Difference in net to the seller, with its interval', of }: IntervalProps) {
  const { difference, interval } = of;
  const { currency } = usePlace();
  return (
    <Chart
      height={64}
      draw={(width) =>
        chartHtml(
          {
            id: 'comparison-interval',
            title,
            description: `Draft less live: ${differenceText(difference, interval, currency)}`,
            draw: (widthPx) =>
              drawInterval(
                {
                  value: difference,
                  interval,
                  word: (value) => signedText(value, shortMoney(currency)),
                  tone: toneOf(interval),
                },
                widthPx,
              ),
          },
          width,
        )
      }
    />
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

/** Of which auctions it is; folded: why, what they cannot say, how certain the interval is, and the rule of judging. */
function Why({ report }: Pick<VerdictProps, 'report'>) {
  const { currency } = usePlace();
  const { reasons, warnings, certainty, rule, perDay, net } = report;
  const { interval } = perDay ?? net;
  return (
    <details className="comparison-why">
      <summary>
        <span className="muted">
          Based on {counted(report.auctions, 'recorded auction')}
          {daysText(report)}; {countText(report.touched)} end differently.
        </span>{' '}
        Why, and what this cannot know
      </summary>
      <ul>
        {[...new Map([...reasons.slice(1), ...warnings].map((one) => [one.text, one])).values()].map((one) => (
          <li key={one.text}>
            <Reason {...one} />
          </li>
        ))}
      </ul>
      {interval !== null && (
        <p>
          <Definition text={figures.interval.definition}>95 %</Definition>: {intervalText(interval)} {currency}
          {perDay === null ? '' : ' a day'}. {report.share < 1 && 'Sums are estimated from these for all auctions.'}
        </p>
      )}
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
