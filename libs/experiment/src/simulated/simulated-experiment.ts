import { Budget, type DayEffects, EffectDraws, learn, type ResponseParams } from '@auction-tiers/market';
import { hashSeed, Random } from '@auction-tiers/chance';
import { armOf, placeOf, type Schedule, type WholeSeller } from '../assignment.ts';
import { type CountedBuyer, ExperimentCounts, partOfDay, partsPerDay } from '../counts.ts';
import type { Design } from '../experiment-result.ts';
import type { Guard } from '../guard.ts';
import type { ExperimentState } from '../result.ts';
import { scheduleOf } from '../schedule.ts';
import { type BuyerBefore, type PartOfDay, usualOfBuyers } from '../whole-seller-buyers.ts';
import type { Outcome, Pool, PooledAuction } from './pool.ts';

/** An experiment that is simulated on a pool. */
export interface SimulatedExperiment {
  readonly design: Design;
  readonly days: number;
  readonly auctionsPerDay: number;
  /** Of the units; a switchback uses the shares of its cells. */
  readonly share: number;
  readonly response: ResponseParams;
  readonly seed: string;
  readonly guard: Guard;
  /** Units return: one of this many auctions has a new unit. */
  readonly auctionsPerUnit?: number;
  /** The part of T's auctions that are lost, as an injected fault. */
  readonly lostShare?: number;
  /** Whether the tier sets are swapped at random in each auction: auctions change, but there is no effect. */
  readonly isSwapped?: boolean;
  /** Whether buyers act on the whole seller: with one budget for all clusters, and one model that learns of all. */
  readonly isOfSeller?: boolean;
  /** A switchback of the whole seller, in place of the clusters of the pool. */
  readonly wholeSeller?: WholeSeller;
  /** What the draft adds to what the live tiers earn, in place of what it earns in the pool. */
  readonly effects?: DayEffects;
}

const [hoursPerDay, microsPerUnit, cpm] = [24, 1_000_000, 1000];

/**
 * Runs an experiment on auctions drawn from a pool, hour by hour, on aggregate outcomes: the net under either tier set
 * is interpolated between original bids and bids of buyers that have learnt the draft, by how far they have learnt it,
 * times the noise of day and cluster. Buyers learn the share that the draft decides in their cluster; in a split, it is
 * the same everywhere. `onHour` gets the state after each hour and ends the experiment by returning false.
 */
export function simulateExperiment(
  pool: Pool,
  simulated: SimulatedExperiment,
  onHour: (state: () => ExperimentState, counts: ExperimentCounts, hour: number) => boolean = () => true,
): ExperimentState {
  const { design, days, auctionsPerDay, share, response, seed, guard } = simulated;
  const random = new Random(hashSeed(seed), 1);
  const salt = `salt ${seed}`;
  const isSwitchback = design === 'switchback';
  const schedule = isSwitchback ? scheduleOf(salt, simulated.wholeSeller ?? pool.clusterCount, days) : null;
  const counts = new ExperimentCounts();
  const units = Math.max(1, Math.round((days * auctionsPerDay) / (simulated.auctionsPerUnit ?? 3)));
  const parts = partsOf(pool);
  const { isOfSeller = false } = simulated;
  const budgetOfAll = new Budget(response, 1);
  const clusters = Array.from(parts, (part) => ({
    learnt: 0,
    budget: isOfSeller ? budgetOfAll : new Budget(response, part),
  }));
  const effects = simulated.effects && new EffectDraws(simulated.effects, random);
  const before = isSwitchback ? simulateBefore(pool, simulated, parts) : [];
  let hoursDone = 0;
  const stateNow = (): ExperimentState => ({
    design,
    plannedDays: days,
    elapsedDays: hoursDone / hoursPerDay,
    phases: [{ share, counts }],
    switchback: schedule === null ? null : { schedule, seed },
    guard,
    before,
  });
  for (let day = 0; day < days; day++) {
    const noise = drawNoise(random, response, pool.clusterCount);
    effects?.startDay(day);
    for (let hour = 0; hour < hoursPerDay; hour++) {
      for (let left = auctionsOfHour(auctionsPerDay, hour); left > 0; left--) {
        const auction = pool.auctions[random.below(pool.auctions.length)]!;
        const cluster = clusters[auction.cluster]!;
        const place = placeOf(salt, String(random.below(units)));
        const arm = armOf(place, shareOf(schedule, auction.cluster, day, share));
        if (arm === 'T' && random.fraction() < (simulated.lostShare ?? 0)) continue;
        const isBidding = cluster.budget.isLeft(day);
        const asPooled = isBidding ? between(auction, cluster.learnt) : auction.withoutLimited;
        const outcome = effects === undefined ? asPooled : withEffect(asPooled, effects.next());
        const factor = noise[auction.cluster]!;
        const scaled = (micros: number) => Math.round(micros * factor);
        const isTurned = simulated.isSwapped === true && random.fraction() < 0.5;
        counts.add({
          arm,
          place,
          isWithoutUnit: false,
          cluster: isSwitchback ? cellOf(schedule, auction.cluster) : null,
          hour: day * hoursPerDay + hour,
          ...turn(scaled(outcome.control), scaled(outcome.treatment), isTurned),
          controlWinners: none,
          treatmentWinners: none,
          buyers: toBuyers(outcome, scaled, isTurned).filter(({ member }) => isBidding || member !== limitedMember),
        });
        const limited = arm === 'T' ? outcome.limitedTreatment : outcome.limitedControl;
        cluster.budget.spend((limited * factor) / microsPerUnit / cpm);
      }
      const shareOfAll = parts.reduce((sum, part, at) => sum + part * shareOf(schedule, at, day, share), 0);
      for (const [at, cluster] of clusters.entries()) {
        const met = isOfSeller ? shareOfAll : shareOf(schedule, at, day, share);
        cluster.learnt = learn(cluster.learnt, met, 1, response);
      }
      hoursDone++;
      if (!onHour(stateNow, counts, hoursDone)) return stateNow();
    }
  }
  return stateNow();
}

function withEffect(outcome: Outcome, factor: number): Outcome {
  const { control, limitedControl } = outcome;
  return { ...outcome, treatment: control * factor, limitedTreatment: limitedControl * factor };
}

function turn(control: number, treatment: number, isTurned: boolean) {
  return isTurned
    ? { controlMicros: treatment, treatmentMicros: control }
    : { controlMicros: control, treatmentMicros: treatment };
}

/** A pool has payments, but not the tiers of winning bids. */
const none = { buyer: null, tier: null };

const [limitedMember, otherMember] = [1, 2];
const daysBefore = 14;
const add = (sums: Map<number, number>, member: number, more: number) => sums.set(member, sums.get(member)! + more);

/** What the buyers did in the two weeks before, under the live tiers. */
function simulateBefore(pool: Pool, simulated: SimulatedExperiment, parts: Float64Array): BuyerBefore[] {
  const { auctionsPerDay, response, seed, isOfSeller = false } = simulated;
  const random = new Random(hashSeed(`before ${seed}`), 1);
  const budgetOfAll = new Budget(response, 1);
  const budgets = Array.from(parts, (part) => (isOfSeller ? budgetOfAll : new Budget(response, part)));
  const seen: PartOfDay[] = [];
  for (let day = 0; day < daysBefore; day++) {
    const noise = drawNoise(random, response, pool.clusterCount);
    for (let part = 0; part < partsPerDay; part++) {
      const bids = new Map([limitedMember, otherMember].map((member) => [member, 0]));
      const net = new Map(bids);
      const hours = Array.from({ length: hoursPerDay }, (_, hour) => hour).filter((hour) => partOfDay(hour) === part);
      const auctions = hours.reduce((sum, hour) => sum + auctionsOfHour(auctionsPerDay, hour), 0);
      for (let left = auctions; left > 0; left--) {
        const auction = pool.auctions[random.below(pool.auctions.length)]!;
        const budget = budgets[auction.cluster]!;
        const isBidding = budget.isLeft(day);
        const { control, limitedControl } = isBidding ? auction.asIs : auction.withoutLimited;
        const factor = noise[auction.cluster]!;
        if (isBidding) add(bids, limitedMember, 1);
        add(bids, otherMember, 1);
        add(net, limitedMember, limitedControl * factor);
        add(net, otherMember, (control - limitedControl) * factor);
        budget.spend((limitedControl * factor) / microsPerUnit / cpm);
      }
      seen.push({ day, part, auctions, bids, net });
    }
  }
  return usualOfBuyers(seen);
}

/** The buyer that may have a budget, and all others as one buyer: their payments. A pool does not have their bids. */
function toBuyers(outcome: Outcome, scaled: (micros: number) => number, isTurned: boolean): CountedBuyer[] {
  const [control, treatment] = [scaled(outcome.control), scaled(outcome.treatment)];
  const [ownControl, ownTreatment] = [scaled(outcome.limitedControl), scaled(outcome.limitedTreatment)];
  return [
    { member: limitedMember, bids: 0, bidMicros: 0, ...turn(ownControl, ownTreatment, isTurned) },
    { member: otherMember, bids: 0, bidMicros: 0, ...turn(control - ownControl, treatment - ownTreatment, isTurned) },
  ];
}

/** Each cluster's part of the auctions. */
function partsOf({ auctions, clusterCount }: Pool): Float64Array {
  const parts = new Float64Array(clusterCount);
  for (const { cluster } of auctions) parts[cluster]! += 1 / auctions.length;
  return parts;
}

function shareOf(schedule: Schedule | null, cluster: number, day: number, share: number): number {
  return schedule === null ? share : schedule.shares[cellOf(schedule, cluster)]![day]!;
}

const cellOf = (schedule: Schedule | null, cluster: number): number =>
  typeof schedule?.cells === 'string' ? 0 : cluster;

function auctionsOfHour(perDay: number, hour: number): number {
  return Math.floor((perDay * (hour + 1)) / hoursPerDay) - Math.floor((perDay * hour) / hoursPerDay);
}

function drawNoise(random: Random, { noise }: ResponseParams, clusterCount: number): Float64Array {
  const ofDay = noise.day * random.normal();
  return Float64Array.from({ length: clusterCount }, () => Math.exp(ofDay + noise.cluster_day * random.normal()));
}

/** Interpolates between the original bids and the bids of buyers that have fully learnt the draft. */
function between({ asIs, learnt }: PooledAuction, part: number): Outcome {
  const mix = (name: keyof Outcome) => asIs[name] + part * (learnt[name] - asIs[name]);
  return {
    control: mix('control'),
    treatment: mix('treatment'),
    limitedControl: mix('limitedControl'),
    limitedTreatment: mix('limitedTreatment'),
  };
}

/** The true effect of learning the draft: the logarithm of R(C,b) with learnt bids over R(C,b) with original bids. */
export function trueAnswer({ auctions }: Pool): number {
  let [before, after] = [0, 0];
  for (const { asIs, learnt } of auctions) {
    before += asIs.control;
    after += learnt.control;
  }
  return Math.log(after / before);
}
