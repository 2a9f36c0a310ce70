import './experiments.css';
import type { Experiment, ExperimentResult } from '@auction-tiers/contract';
import { Button, Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { agoText, dayText, momentColumn, momentText, msOf, shortDayText, useNow } from '../../figure/date.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Block, Definition, Empty, Reading, Room } from '../../part/kit.tsx';
import { useShownExperiment } from '../../experiment/use-experiments.ts';
import {
  armText,
  armWords,
  clusterText,
  designWords,
  percentRange,
  endedWords,
  shareText,
  signed,
  verdictWords,
} from './words.ts';
import { figures } from '@auction-tiers/contract/glossary';
import { useQuery } from '@tanstack/react-query';
import { counted, countText } from '../../figure/count.ts';
import { earnedText, shortMoney, signedText, toRange } from '../../figure/figures.ts';
import { Interval } from '../../comparison/verdict.tsx';
import { intervalText } from '../../comparison/words.ts';
import { inReadersForm, plainWords } from '../../saying/plain-words.ts';
import { sentence } from '../../service/problem.ts';
import { trpc } from '../../service/trpc.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { useBuyerNames, useNameOf } from '../../words/buyer-names.ts';
import { Acts } from './acts.tsx';
import { addDays, calendarOf } from '@auction-tiers/calendar';
import { chartHtml, drawEffectLine } from '@auction-tiers/chart';
import { Chart } from '../../part/chart.tsx';
import { Unfold } from '../../part/unfold.tsx';

/** Drafts on live auctions: the running experiment, and the earlier ones. */
export function ExperimentsRoom(): React.ReactNode {
  const { ymProfile } = usePlace();
  const { experiments, shown, isPending, error } = useShownExperiment();
  return (
    <Room
      title="Live tests"
      {...(shown !== null && {
        heading: (
          <>
            <span className="visually-hidden">Live tests: </span>
            {shown.name}
          </>
        ),
        head: (
          <>
            <span className={shown.state === 'paused' ? 'tag warn' : 'tag'}>{stateText(shown)}</span>
            <Acts key={shown.id} experiment={shown} />
          </>
        ),
      })}
    >
      <Reading data={isPending ? null : experiments} error={error} rows={10} />
      {!isPending && shown === null && (
        <Empty
          picture="course"
          action={
            <Button renderRoot={(props) => <Link {...props} to="/draft" search={{ ym: ymProfile.id }} />}>
              Go to the draft
            </Button>
          }
        >
          A live test shows how buyers react: the draft decides a share of the live auctions, within a limit in money
          that you set. Start one under Draft, with Test live.
        </Empty>
      )}
      {shown !== null && <OneExperiment key={shown.id} experiment={shown} />}
      {experiments.length > 1 && <Past experiments={experiments} shown={shown} />}
    </Room>
  );
}

const outcomeWords = { publish: 'published', drop: 'dropped' } as const;

/** `ended, dropped`. */
const stateText = ({ state, outcome }: Experiment): string =>
  outcome === null ? state : `${state}, ${outcomeWords[outcome]}`;

function Past({ experiments, shown }: Pick<ReturnType<typeof useShownExperiment>, 'experiments' | 'shown'>) {
  return (
    <Block title="All live tests">
      <ul className="plain-list">
        {experiments.map((one) => (
          <li key={one.id} aria-current={one.id === shown?.id}>
            <Link to="/draft/tests" search={(all) => ({ ...all, experiment: one.id })}>
              {one.name}
            </Link>{' '}
            <span className="muted">
              {designWords[one.design].name}, {stateText(one)}
              {one.start_at !== null && `, started ${momentColumn(msOf(one.start_at))}`}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** How often a result is read again while it may still change. */
const everyMs = 5000;
const heldBack = 'hold_back';
/** A hold-back without a limit has the highest amount; one of an earlier version the highest price. */
const noLimit = 999_999.999_999;
/** An interval wider than this, in percentage points, says nothing. */
const widest = 200;

/** An experiment: what it is, what it has earned so far with its verdict, and folded its parts. */
function OneExperiment({ experiment }: Pick<ShownProps, 'experiment'>) {
  const { memberId } = usePlace();
  const { id, name, hypothesis, state, reason, design, share, clusters } = experiment;
  const nameOf = useNameOf();
  const isBegun = state !== 'planned';
  const { data, error } = useQuery(
    trpc.experiment.result.queryOptions(
      { id, member_id: memberId },
      // The service stores the last decisions before a pause one second after it.
      { enabled: isBegun, refetchInterval: state === 'ended' ? false : everyMs },
    ),
  );
  return (
    <section aria-label={name}>
      <p className="muted experiment-about">
        {designWords[design].name}
        {share !== null &&
          `, ${shareText(share)} ${design === heldBack ? 'with the previous tiers' : 'with the draft'}`}
        {clusters !== null && `, ${clusterText(clusters.by, clusters.values.length)}`}. “{hypothesis}”{' '}
        <When {...experiment} />
      </p>
      {state === 'planned' && <Planned experiment={experiment} />}
      {state === 'paused' && (
        <p className="notice" role="status">
          <strong>Paused: the live tiers decide every auction.</strong>{' '}
          {reason !== null && sentence(plainWords(reason, nameOf))}
        </p>
      )}
      {isBegun && <Reading data={data} error={error} rows={8} />}
      {data !== undefined && (
        <>
          <Summary experiment={experiment} result={data} />
          <EffectCourse experiment={experiment} result={data} />
        </>
      )}
    </section>
  );
}

/** When an experiment began, from when it counts, what changes when, and when it ends or has ended. */
function When({ state, design, steps, start_at: start, end_at: end, outcome, last_modified: last }: Experiment) {
  const { timeZone } = usePlace();
  const now = useNow();
  const began = start === null ? '' : `Started ${momentText(msOf(start))}. `;
  if (state === 'ended') return `${began}Ended: ${outcomeWords[outcome ?? 'drop']}, ${momentText(msOf(last))}.`;
  const grows = (steps ?? []).map(({ share, after_days: days }) => `${shareText(share)} after ${counted(days, 'day')}`);
  const counts =
    start !== null && design === 'switchback'
      ? `It counts from ${momentText(calendarOf(timeZone).startOf(firstDayOf(design, start, timeZone)))}; the groups change between the live tiers and the draft at midnight. `
      : '';
  const growth = grows.length > 0 ? `The share grows to ${grows.join(', ')}. ` : '';
  const until = end === null ? '' : `Planned until ${momentText(msOf(end))}, ${agoText(msOf(end), now)}.`;
  return began + counts + growth + until;
}

/** The first day that counts: a switchback begins with the next whole day. */
function firstDayOf(design: Experiment['design'], start: string, timeZone: string) {
  const calendar = calendarOf(timeZone);
  const begins = calendar.dayAt(msOf(start));
  return design === 'switchback' && calendar.startOf(begins) !== msOf(start) ? addDays(begins, 1) : begins;
}

/** What a planned experiment would do, before anybody starts it. */
function Planned({ experiment: { draft_id: draft, design, guard } }: Pick<ShownProps, 'experiment'>) {
  const { currency } = usePlace();
  return (
    <p>
      It tests{' '}
      <Link to="/draft" search={{ draft }}>
        this draft
      </Link>
      , as it is when the live test starts
      {design !== 'shadow' &&
        `, and pauses by itself once that has lost ${earnedText(Number(guard.max_loss))} ${currency}, or earns over ${shareText(guard.max_total_loss_pct / 100)} less than the live tiers with what buyers do`}
      .
    </p>
  );
}

interface ShownProps {
  readonly experiment: Experiment;
  readonly result: ExperimentResult;
}

/** What an experiment has earned so far, its verdict with the reasons, what it may cost, and folded its parts. */
function Summary({ experiment: { outcome, design }, result }: ShownProps) {
  const { currency } = usePlace();
  const nameOf = useNameOf();
  const { verdict, money, rules, says } = result;
  const { C: control, T: treatment } = armText(design);
  const [word, tone] = verdictWords[verdict];
  const [spent, stop] = [Number(money.spent), Number(money.stop)];
  const part = Math.min(100, Math.max(0, (100 * spent) / stop));
  const difference = `${earnedText(Math.abs(spent))} ${currency} ${spent > 0 ? 'less' : 'more'}`;
  const earned =
    design === 'shadow'
      ? `its rules would have earned ${signedText(Number(rules.sum), earnedText)} ${currency}`
      : `${treatment} earned ${spent === 0 ? 'as much as' : `${difference} than`} ${control} would have`;
  return (
    <section className="block experiment-summary" aria-label="Verdict">
      <span className={`tag ${tone}`}>{outcome === null ? word : (endedWords[verdict] ?? word)}</span>
      <p className="sentence">{sentence(`${earned}${outcome === null ? ', so far' : ''}`)}</p>
      {rules.per_thousand !== null && (
        <>
          <p className="muted">What the rules did for 1,000 auctions:</p>
          <Interval
            title="What the rules did for 1,000 auctions"
            of={{ difference: Number(rules.per_thousand), interval: toRange(rules.interval) }}
          />
        </>
      )}
      <ul className="muted">
        {says.map((text) => (
          <li key={text}>{plainWords(text, nameOf)}</li>
        ))}
      </ul>
      {design !== 'shadow' && (
        <div className="muted experiment-cost">
          {design === heldBack && stop >= noLimit ? (
            'It does not pause for a loss: no limit was set.'
          ) : (
            <>
              <Progress
                value={part}
                color={part > 80 ? 'orange' : 'indigo'}
                aria-label="Part of the limit that is used"
              />
              {earnedText(Math.max(0, spent))} of {earnedText(stop)} {currency} that it may lose before it pauses by
              itself.
            </>
          )}{' '}
          This is no estimate: both sides are known of each auction.
        </div>
      )}
      <Unfold
        parts={[
          ['Parts', <Effects key="parts" design={design} result={result} />],
          ['Users', <Arms key="users" design={design} result={result} />],
          ['Buyers', <Buyers key="buyers" design={design} result={result} />],
        ]}
      />
    </section>
  );
}

interface OfDesign {
  readonly design: Experiment['design'];
  readonly result: ExperimentResult;
}

/** What the rules did and what buyers did, apart. */
function Effects({ design, result }: OfDesign) {
  const { currency } = usePlace();
  const { T: decider } = armText(design);
  const { rules, rules_in_t: rulesInT, buyers, total, switchback } = result;
  const rows = [
    { name: 'Rules, all auctions', figure: figures.rules, effect: rules },
    { name: `Rules, where ${decider} decided`, figure: figures.rules_in_t, effect: rulesInT },
    { name: 'Buyers', figure: figures.buyers_part, effect: buyers },
    { name: `Total, where ${decider} decided`, figure: figures.total, effect: total },
  ];
  return (
    <div>
      <PlainTable
        className="comparison-table"
        label="Effect"
        rows={rows}
        idOf={({ name }) => name}
        columns={[
          { head: 'Part', isName: true, cell: partCell },
          {
            head: `Effect for 1,000 auctions (${currency})`,
            isNumber: true,
            cell: ({ effect: { per_thousand: value } }) =>
              value === null ? 'not known' : signedText(Number(value), earnedText),
          },
          {
            head: '95 % range',
            figure: 'range_at_any_time',
            cell: ({ effect: { interval, per_thousand: value } }) =>
              interval === null || value === null ? '' : intervalText(toRange(interval)!),
          },
        ]}
      />
      {buyers.why !== null && <p className="muted">{inReadersForm(buyers.why)}</p>}
      {switchback !== null && !switchback.has_settled && (
        <p className="warn">Buyers have not settled: the effect still moves more than a day after a change.</p>
      )}
      <p className="muted">
        On the bids as they were, the rules earned {signedText(Number(rules.sum), earnedText)} {currency} in all. The
        ranges hold whenever you look.
      </p>
    </div>
  );
}

const partCell = ({ name, figure }: { readonly name: string; readonly figure: { readonly definition: string } }) => (
  <Definition text={figure.definition}>{name}</Definition>
);

/** How many auctions and users each side has decided. */
function Arms({ design, result: { arms, sample_ratio: ratio, without_unit: without } }: OfDesign) {
  const { currency } = usePlace();
  const words = armWords(design);
  return (
    <div>
      <PlainTable
        label="Auctions and users by tiers"
        rows={['C', 'T'] as const}
        idOf={(arm) => arm}
        columns={[
          { head: 'Tiers', isName: true, cell: (arm) => words[arm] },
          { head: 'Auctions', figure: 'auctions', cell: (arm) => countText(arms[arm].auctions) },
          { head: 'Users', figure: 'users', cell: (arm) => countText(arms[arm].units) },
          { head: `Net (${currency})`, figure: 'net', cell: (arm) => earnedText(Number(arms[arm].earned)) },
        ]}
      />
      {ratio?.is_kept === false && (
        <p className="warn">
          The split of users does not match the planned share, so no result is shown until you have checked.
        </p>
      )}
      {without > 0 && <p className="muted">{shareText(without)} of the auctions named no user.</p>}
    </div>
  );
}

/** What each buyer did differently between the arms. */
function Buyers({ design, result: { buyers_by_member: buyers } }: OfDesign) {
  const { C: control, T: treatment } = armText(design);
  const names = useBuyerNames();
  const cell = (change: (typeof buyers)[number]['spend']) =>
    change === null || change.interval.high - change.interval.low > widest
      ? 'not known yet'
      : `${signed(change.percent)} (${percentRange(change.interval)})`;
  const known = buyers.filter((one) =>
    [one.spend, one.mean_bid, one.bid_rate].some((change) => cell(change) !== 'not known yet'),
  );
  if (known.length === 0)
    return <p className="muted">Not known yet: too few auctions of each buyer have come under both.</p>;
  return (
    <PlainTable
      label="Buyers"
      region="What buyers did"
      rows={known}
      idOf={({ member_id: id }) => id}
      columns={[
        {
          head: `Buyer, ${treatment} against ${control}`,
          isName: true,
          cell: ({ member_id: id }) => buyerName({ id, name: names.get(id) }),
        },
        { head: 'Spend', figure: 'spend_change', cell: ({ spend }) => cell(spend) },
        { head: 'Mean bid', figure: 'mean_bid_change', cell: ({ mean_bid: bid }) => cell(bid) },
        { head: 'Bids per auction', figure: 'bid_rate_change', cell: ({ bid_rate: rate }) => cell(rate) },
      ]}
    />
  );
}

/** What the rules did for 1,000 auctions, as it was known at the end of each day, with its range and the phases. */
function EffectCourse({ experiment, result }: ShownProps) {
  const { timeZone, currency } = usePlace();
  const { start_at: start, phases, design } = experiment;
  const first = firstDayOf(design, start ?? '', timeZone);
  const points = result.days.map(({ day, so_far: soFar, auctions }) => {
    const own = addDays(first, day);
    const value = Number(soFar.per_thousand);
    const interval = toRange(soFar.interval);
    const words = interval === null ? ', range not known yet' : ` (${intervalText(interval)})`;
    return {
      timeMs: calendarOf(timeZone).endOf(own),
      value,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      label: shortDayText(own),
      title: `${dayText(own)}: ${signedText(value, earnedText)}${words} ${currency}, ${counted(auctions, 'auction')} that day`,
    };
  });
  if (points.length < 2) return null;
  const known = phases.map(({ started_at: at }, index) => ({
    timeMs: msOf(at),
    label: `Phase ${index + 1} from ${momentText(msOf(at))}`,
    href: '#phases',
  }));
  const flags = known.length > 1 ? known : [];
  const title = `Rules, effect for 1,000 auctions so far, ${currency}`;
  return (
    <Block title={title}>
      <Chart
        height={240}
        marks="day"
        draw={(width) =>
          chartHtml(
            {
              id: 'effect-course',
              title,
              description: points.map((point) => point.title).join('; '),
              hasLinks: flags.length > 0,
              draw: (px) => drawEffectLine({ points, flags, flagsTitle: 'Phases', word: shortMoney(currency) }, px),
            },
            width,
          )
        }
      />
      {flags.length > 0 && (
        <ol id="phases" className="muted experiment-phases">
          {flags.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      )}
    </Block>
  );
}
