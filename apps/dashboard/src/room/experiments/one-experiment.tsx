import type { Experiment, ExperimentResult } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { pageOnly } from '../../address/search.ts';
import { counted, countText } from '../../figure/count.ts';
import { agoText, momentText, msOf } from '../../figure/date.ts';
import { earnedText, signedText } from '../../figure/money.ts';
import { Definition, FigureHead } from '../../part/definition.tsx';
import { Problem } from '../../part/problem.tsx';
import { Block, Waiting } from '../../part/room.tsx';
import { plainWords } from '../../saying/plain-words.ts';
import { trpc } from '../../service/trpc.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { useBuyerNames, useNameOf } from '../../words/buyer-names.ts';
import { Acts } from './acts.tsx';
import { EffectCourse } from './effect-course.tsx';
import { useNow } from '../../figure/use-now.ts';
import {
  armText,
  armWords,
  clusterWords,
  designWords,
  percentRange,
  shareText,
  signed,
  verdictWords,
} from './words.ts';

/** How often a result is read again while it may still change. */
const everyMs = 5000;
const heldBack = 'hold_back';
/** An interval wider than this, in percentage points, says nothing. */
const widest = 200;

interface OfExperiment {
  readonly experiment: Experiment;
}

/** An experiment: what may be done with it, its verdict, what the rules and what buyers did, and what it costs. */
export function OneExperiment({ experiment }: OfExperiment) {
  const { memberId, timeZone } = usePlace();
  const { id, name, hypothesis, state, reason, outcome } = experiment;
  const { design, share, clusters, start_at: start, end_at: end } = experiment;
  const now = useNow();
  const nameOf = useNameOf();
  const isBegun = state !== 'planned';
  const { data, error, isPending } = useQuery(
    trpc.experiment.result.queryOptions(
      { id, member_id: memberId },
      // The service stores the last decisions before a pause one second after it.
      { enabled: isBegun, refetchInterval: state === 'ended' ? false : everyMs },
    ),
  );
  return (
    <section className="experiment" aria-label={name}>
      <div className="experiment-head">
        <div>
          <strong>{name}</strong> <span className="muted">{designWords[design].name}</span>
          {share !== null && (
            <span className="muted">
              , {shareText(share)} {design === heldBack ? 'with the previous tiers' : 'with the draft'}
            </span>
          )}
          {clusters !== null && (
            <span className="muted">
              , {clusters.values.length} {clusterWords[clusters.by]}
            </span>
          )}
        </div>
        {outcome === null ? (
          <Acts experiment={experiment} />
        ) : (
          <strong>Ended: {outcome === 'publish' ? 'published' : 'dropped'}</strong>
        )}
      </div>
      <p className="muted">
        “{hypothesis}”
        {start !== null &&
          end !== null &&
          ` Started ${momentText(msOf(start), timeZone)}; planned until ${momentText(msOf(end), timeZone)}, ${agoText(msOf(end), now)}.`}
      </p>
      {state === 'planned' && <Planned experiment={experiment} />}
      {state === 'paused' && (
        <p className="notice" role="status">
          <strong>Paused: the live tiers decide every auction.</strong> {sentence(plainWords(reason ?? '', nameOf))}
        </p>
      )}
      {error !== null && <Problem error={error} />}
      {isBegun && isPending && error === null && <Waiting rows={8} />}
      {data !== undefined && <Shown experiment={experiment} result={data} />}
    </section>
  );
}

/** What a planned experiment would do, before anybody starts it. */
function Planned({ experiment: { draft_id: draft, design, guard, steps, end_at: end } }: OfExperiment) {
  const { currency, timeZone } = usePlace();
  const grows = (steps ?? []).map(({ share, after_days: days }) => `${shareText(share)} after ${counted(days, 'day')}`);
  return (
    <p>
      It tests{' '}
      <Link to="/draft" search={(all) => ({ ...pageOnly(all), draft })}>
        this draft
      </Link>
      , as it is when the live test starts
      {design !== 'shadow' &&
        `, and pauses by itself once that has lost ${earnedText(Number(guard.max_loss))} ${currency}, or earns over ${shareText(guard.max_total_loss_pct / 100)} less than the live tiers with what buyers do`}
      {grows.length > 0 && `. The share grows to ${grows.join(', ')}`}
      {end !== null && `. It is planned until ${momentText(msOf(end), timeZone)}`}.
    </p>
  );
}

const sentence = (text: string): string =>
  text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

interface ShownProps {
  readonly experiment: Experiment;
  readonly result: ExperimentResult;
}

function Shown({ experiment, result }: ShownProps) {
  return (
    <>
      <div className="experiment-columns">
        <Block title="Verdict">
          <p className="big-figure">{verdictWords[result.verdict]}</p>
          <ul className="experiment-says">
            {result.says.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Block>
        <Effects design={experiment.design} result={result} />
        <Money design={experiment.design} result={result} />
      </div>
      <EffectCourse experiment={experiment} result={result} />
      <div className="experiment-columns two">
        <Arms experiment={experiment} result={result} />
        <Buyers design={experiment.design} result={result} />
      </div>
    </>
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
    <Block title={`Effect for 1,000 auctions, ${currency}`}>
      <table className="plain-table" aria-label="Effect">
        <thead>
          <tr>
            <th>Part</th>
            <th className="number">Effect</th>
            <FigureHead figure="range_at_any_time">95 % range</FigureHead>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figure, effect }) => (
            <tr key={name}>
              <th scope="row">
                <Definition text={figure.definition}>{name}</Definition>
              </th>
              <td className="number">
                {effect.per_thousand === null ? 'not known' : signedText(Number(effect.per_thousand), earnedText)}
              </td>
              <td className="number">
                {effect.interval === null || effect.per_thousand === null
                  ? ''
                  : `${signedText(Number(effect.interval.low), earnedText)} to ${signedText(Number(effect.interval.high), earnedText)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {buyers.why !== null && <p className="muted">{buyers.why}</p>}
      {switchback !== null && !switchback.has_settled && (
        <p className="warn">Buyers have not settled: the effect still moves more than a day after a change.</p>
      )}
      <p className="muted">
        In all the rules made {signedText(Number(rules.sum), earnedText)} {currency} of the bids as they were. The
        ranges hold at every look.
      </p>
    </Block>
  );
}

/** A hold-back without a limit has the highest amount; one of an earlier version the highest price. */
const noLimit = 999_999.999_999;

/** How much of the limit is gone. */
function Money({ design, result: { money } }: OfDesign) {
  const { currency } = usePlace();
  const { C: control, T: treatment } = armText(design);
  const [spent, stop] = [Number(money.spent), Number(money.stop)];
  const part = Math.min(100, Math.max(0, (100 * spent) / stop));
  return (
    <Block title="What it has cost">
      <p className="big-figure">
        {earnedText(Math.max(0, spent))} {currency}
      </p>
      <Progress value={part} color={part > 80 ? 'orange' : 'indigo'} aria-label="Part of the limit that is used" />
      <p className="muted">
        {spent < 0
          ? sentence(`${treatment} earned ${earnedText(-spent)} ${currency} more than ${control} would have`)
          : design === 'hold_back' && stop >= noLimit
            ? 'It does not pause for a loss: no limit was set. This is no estimate: both sides are known of each auction.'
            : `Of ${earnedText(stop)} ${currency}, at which it pauses by itself. This is no estimate: both sides are known of each auction.`}
      </p>
    </Block>
  );
}

function Arms({ experiment, result: { arms, sample_ratio: ratio, without_unit: without } }: ShownProps) {
  const { currency } = usePlace();
  const words = armWords(experiment.design);
  return (
    <Block title="Who decided">
      <table className="plain-table" aria-label="Auctions and users by tiers">
        <thead>
          <tr>
            <th>Tiers</th>
            <FigureHead figure="auctions">Auctions</FigureHead>
            <FigureHead figure="users">Users</FigureHead>
            <FigureHead figure="net">Net ({currency})</FigureHead>
          </tr>
        </thead>
        <tbody>
          {(['C', 'T'] as const).map((arm) => (
            <tr key={arm}>
              <th scope="row">{words[arm]}</th>
              <td className="number">{countText(arms[arm].auctions)}</td>
              <td className="number">{countText(arms[arm].units)}</td>
              <td className="number">{earnedText(Number(arms[arm].earned))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ratio?.is_kept === false && (
        <p className="warn">
          The split of users does not match the planned share, so no result is shown until you have checked.
        </p>
      )}
      {without > 0 && <p className="muted">{shareText(without)} of the auctions named no user.</p>}
    </Block>
  );
}

/** What each buyer did differently between the arms. */
function Buyers({ design, result: { buyers_by_member: buyers } }: OfDesign) {
  const { C: control, T: treatment } = armText(design);
  const names = useBuyerNames();
  const known = buyers.filter(({ spend, mean_bid: bid }) => spend !== null || bid !== null);
  const cell = (change: (typeof buyers)[number]['spend']) =>
    change === null || change.interval.high - change.interval.low > widest
      ? 'not known yet'
      : `${signed(change.percent)} (${percentRange(change.interval)})`;
  return (
    <Block title={`Buyers, ${treatment} against ${control}`}>
      {known.length === 0 ? (
        <p className="muted">Not known yet: too few auctions of each buyer have come under both.</p>
      ) : (
        <div className="scrolls" role="region" aria-label="What buyers did" tabIndex={0}>
          <table className="plain-table" aria-label="Buyers">
            <thead>
              <tr>
                <th>Buyer</th>
                <FigureHead figure="spend_change">Spend</FigureHead>
                <FigureHead figure="mean_bid_change">Mean bid</FigureHead>
                <FigureHead figure="bid_rate_change">Bids per auction</FigureHead>
              </tr>
            </thead>
            <tbody>
              {known.map((one) => (
                <tr key={one.member_id}>
                  <th scope="row">{buyerName({ id: one.member_id, name: names.get(one.member_id) })}</th>
                  <td className="number">{cell(one.spend)}</td>
                  <td className="number">{cell(one.mean_bid)}</td>
                  <td className="number">{cell(one.bid_rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Block>
  );
}
