import { addDays, type Day, namedDaysIn, namedDaysText, numberOfDay } from '@auction-tiers/calendar';
import { type CallContext, type ExperimentPlan, experimentDays, wholeSellers } from '@auction-tiers/contract';
import { type Clusters, type PlanEvidence, planExperiment } from '@auction-tiers/experiment';
import { readFrames, readRecordedAuctions, type RecordedAuction, type Segment } from '@auction-tiers/recorded';
import { quantityOf, timesQuantity } from '@auction-tiers/tally';
import {
  compile,
  decideAuction,
  Decision,
  formatEarned,
  netTakenMicros,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { breathe } from '../../loop/breathe.ts';
import { settingsOf } from '../../mirror/member-settings.ts';
import { cutsOf } from '../../report/cut.ts';
import { presentZone } from '../../report/stored-counts.ts';
import { requireDraftOf } from '../draft/stored-draft.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { clustersFor, type PastDay, pastDays, readPastDays } from './past-days.ts';
import { requireTreatment, treatmentOf } from './treatment.ts';

const msPerDay = 86_400_000;
/** Days back that recorded auctions are read, most bytes in all, and least per segment: some 20,000 lines. */
const [daysBack, mostBytes, leastBytes] = [7, 4 * 1024 * 1024, 16 * 1024];
/** Auctions that are decided before others have a turn. */
const auctionsAtOnce = 50;
/** The shares of a split that the plan covers. */
const shares = [0.05, 0.2, 0.5];
/** Standard errors on each side of the mean of a 95 % interval of a normal distribution. */
const reach = 1.96;
const cpmMicros = 1e9;

type PlanDeps = Pick<Deps, 'mirror' | 'follower' | 'recorded' | 'clock' | 'tierSets' | 'liveReport'>;

/** How long each design of an experiment would take for a draft, and what it would cost meanwhile. */
export async function readPlan(
  deps: PlanDeps,
  call: CallContext,
  { draft_id: draftId, member_id: asked }: { readonly draft_id: number; readonly member_id?: number | undefined },
): Promise<ExperimentPlan> {
  const owner = sellerOf(call, asked);
  await deps.follower.fresh(owner);
  const { sample, evidence, clusters, says, perDay } = await readEvidence(deps, call, owner, draftId);
  return {
    draft_id: draftId,
    timezone: settingsOf(deps.mirror, owner).timezone,
    auctions_per_day: Math.round(perDay('auctions')),
    net_per_day: formatEarned(Math.round(perDay('net'))),
    recorded_auctions: sample?.auctions ?? 0,
    designs: evidence === null ? [] : designsOf(evidence),
    says,
    clusters: [
      ...clusters.map(({ by, values, parts }) => ({
        by,
        values: values.map((value, at) => ({ value, share_of_net: Number(parts[at]!.toFixed(6)) })),
      })),
      ...wholeSellers.map((by) => ({ by, values: [] })),
    ],
  };
}

/** What the last days show for the experiments of a draft; `evidence` is null without recorded auctions. */
export async function readEvidence(deps: PlanDeps, call: CallContext, owner: number, draftId: number) {
  const held = requireDraftOf(deps.mirror, owner, draftId);
  requireTreatment(held);
  const compiled = compile(treatmentOf(held));
  if (!compiled.ok) throw new TypeError('a prepared tier set does not compile');
  const { ym_profile_id: ymProfileId } = held.stored;
  const calendar = unlikeDaysOf(deps, owner);
  const past = await readPastDays(deps, owner, ymProfileId);
  const ordinary = past.filter(({ day }) => !calendar.isUnlike(day));
  const days = ordinary.some(({ isWhole }) => isWhole) ? ordinary : past;
  const clusters = clustersFor(days);
  const tierSets = { control: deps.tierSets.get(ymProfileId).tierSet, treatment: compiled.tierSet };
  const segments = await segmentsOf(deps, owner, ymProfileId, calendar);
  const sample = await decideRecorded(deps, segments, tierSets, (left) => call.warn(left));
  const counted = days.some(({ isWhole }) => isWhole) ? days.filter(({ isWhole }) => isWhole) : days;
  const perDay = (figure: 'auctions' | 'net') =>
    counted.length === 0 ? 0 : counted.reduce((sum, day) => sum + day[figure], 0) / counted.length;
  const evidence = sample && {
    ...sample,
    auctionsPerDay: perDay('auctions'),
    clusters: dayDeviation(days, clusters[0]),
    dayDeviation: sellerDeviation(days),
  };
  return { sample, evidence, clusters, says: calendar.says, perDay };
}

function designsOf(evidence: PlanEvidence): ExperimentPlan['designs'] {
  const all = shares.flatMap((share) => planExperiment(evidence, share));
  return all
    .filter(({ design, share }, at) => all.findIndex((one) => one.design === design && one.share === share) === at)
    .map(({ design, share, days, costPerDay }) => ({
      design,
      share,
      days: days.map(({ percent, days: needed }) => ({
        percent,
        days: needed,
        cost: needed === null ? null : formatEarned(Math.round(needed * costPerDay * cpmMicros)),
      })),
      cost_per_day: formatEarned(Math.round(costPerDay * cpmMicros)),
    }));
}

type Sample = Pick<PlanEvidence, 'control' | 'difference' | 'designEffect'> & { readonly auctions: number };

interface UnlikeDays {
  readonly isUnlike: (day: Day) => boolean;
  readonly dayAt: (ms: number) => Day;
  readonly says: readonly string[];
}

/** The days of the seller's calendar among those that the plan learns from, and among those that it is about. */
function unlikeDaysOf({ mirror, clock }: Pick<Deps, 'mirror' | 'clock'>, owner: number): UnlikeDays {
  const member = mirror.row('member', owner, owner);
  const zone = presentZone(cutsOf(member));
  const today = zone.dayAt(clock.epochMs());
  const behind = namedDaysIn(member?.calendar, { from: addDays(today, -pastDays), to: today });
  const ahead = namedDaysIn(member?.calendar, { from: addDays(today, 1), to: addDays(today, experimentDays) });
  const unlike = new Set(behind.map(({ date }) => date));
  const says = [
    behind.length > 0 && `Special days of your calendar are left out: ${namedDaysText(behind)}.`,
    ahead.length > 0 &&
      `The next ${experimentDays} days include ${namedDaysText(ahead)}: your calendar marks them as special days.`,
  ].filter((text) => text !== false);
  return { isUnlike: (day) => unlike.has(day), dayAt: (ms) => zone.dayAt(ms), says };
}

/** The recorded auctions of the last week: of ordinary days, if there are any. */
async function segmentsOf(
  { recorded, clock }: Pick<Deps, 'recorded' | 'clock'>,
  owner: number,
  ymProfileId: number,
  { isUnlike, dayAt }: UnlikeDays,
): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  const hours = { fromMs: clock.epochMs() - daysBack * msPerDay };
  for await (const segment of recorded.segments(owner, ymProfileId, hours)) segments.push(segment);
  const ordinary = segments.filter(({ startMs }) => !isUnlike(dayAt(startMs)));
  return ordinary.length > 0 ? ordinary : segments;
}

/** Decides recorded auctions, spread evenly over their segments, under both tier sets; null: there are too few. */
async function decideRecorded(
  { recorded }: Pick<Deps, 'recorded'>,
  segments: readonly Segment[],
  { control, treatment }: Readonly<Record<'control' | 'treatment', TierSet>>,
  warn: (left: string) => void,
): Promise<Sample | null> {
  const bytesOfEach = Math.max(leastBytes, mostBytes / Math.max(1, segments.length));
  const [controls, treatments, units]: [number[], number[], string[]] = [[], [], []];
  const decisions = { control: new Decision(), treatment: new Decision() };
  let unread = 0;
  for (const segment of segments) {
    const packed = await recorded.read(segment, 0, Math.min(segment.bytes, bytesOfEach));
    for (const { start, end } of readFrames(packed, 0).frames) {
      const auctions: RecordedAuction[] = [];
      unread += readRecordedAuctions(packed.subarray(start, end), (auction) => auctions.push(auction));
      for (const { request, unit } of auctions) {
        decideAuction(control, request, decisions.control);
        decideAuction(treatment, request, decisions.treatment);
        const quantity = quantityOf(request);
        controls.push(timesQuantity(netTakenMicros(request, decisions.control), quantity));
        treatments.push(timesQuantity(netTakenMicros(request, decisions.treatment), quantity));
        units.push(unit ?? `${units.length}`);
        if (units.length % auctionsAtOnce === 0) await breathe();
      }
    }
  }
  if (unread > 0) {
    const left = `${unread} of ${unread + units.length} recorded auctions are left out: this version cannot read them`;
    warn(left);
  }
  if (units.length < 2) return null;
  const difference = toMoments(treatments.map((micros, at) => micros - controls[at]!));
  const designEffect = designEffectOf(controls, units);
  const error = Math.sqrt((difference.variance * designEffect) / units.length);
  return {
    auctions: units.length,
    control: toMoments(controls),
    // The lower bound of the difference: the plan shows the most that the experiment may cost.
    difference: { ...difference, mean: difference.mean - reach * error },
    designEffect,
  };
}

const meanOf = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;

function toMoments(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}

/** The factor by which repeated auctions of units widen the variance of a mean; 1 where no unit returns. */
function designEffectOf(values: readonly number[], units: readonly string[]): number {
  const { mean, variance } = toMoments(values);
  if (variance === 0) return 1;
  const sums = new Map<string, number>();
  for (const [at, unit] of units.entries()) sums.set(unit, (sums.get(unit) ?? 0) + values[at]! - mean);
  const squares = [...sums.values()].reduce((sum, own) => sum + own ** 2, 0);
  return Math.max(1, squares / values.length / variance);
}

/** Deviation of the log of a cluster's daily net per auction from its own and the day's mean; null: too few days. */
export function dayDeviation(days: readonly PastDay[], clusters: Clusters | undefined): PlanEvidence['clusters'] {
  const whole = days.filter(({ isWhole }) => isWhole);
  if (clusters === undefined || whole.length < leastDays) return null;
  const { by, values } = clusters;
  const rows = values.map((value) =>
    whole.map(({ byValue }) => {
      const { auctions = 0, net = 0 } = byValue[by].get(value) ?? {};
      return net > 0 ? Math.log(net / auctions) : Number.NaN;
    }),
  );
  const known = rows.filter((row) => row.every((value) => !Number.isNaN(value)));
  if (known.length < 2) return null;
  const grand = meanOf(known.flat());
  const ofDays = whole.map((_, day) => meanOf(known.map((row) => row[day]!)));
  let squares = 0;
  for (const row of known) {
    const own = meanOf(row);
    for (const [day, value] of row.entries()) squares += (value - own - ofDays[day]! + grand) ** 2;
  }
  const degrees = (known.length - 1) * (whole.length - 1);
  return { count: values.length, dayDeviation: Math.sqrt(squares / degrees) };
}

const leastDays = 3;

/** Deviation of the log of a seller's daily net per auction from the mean of its weekday; null: too few days. */
function sellerDeviation(days: readonly PastDay[]): number | null {
  const whole = days.filter(({ isWhole, net }) => isWhole && net > 0);
  const byWeekday = Array.from(Map.groupBy(whole, ({ day }) => numberOfDay(day) % daysPerWeek).values(), (own) =>
    own.map(({ net, auctions }) => Math.log(net / auctions)),
  );
  const degrees = whole.length - byWeekday.length;
  if (degrees < leastDays) return null;
  const squares = byWeekday.flatMap((logs) => logs.map((value) => (value - meanOf(logs)) ** 2));
  return Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / degrees);
}

const daysPerWeek = 7;
