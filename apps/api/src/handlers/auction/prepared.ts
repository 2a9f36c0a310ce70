import { isChosen, type ParsedAuction, toRequest } from '@auction-tiers/auction-codec';
import type { PlaceAttribute } from '@auction-tiers/dma-data';
import {
  type AuctionBody,
  type BatchError,
  type CallContext,
  invalid,
  maxAuctionWork,
  type Member,
  ServiceError,
  type YmProfile,
} from '@auction-tiers/contract';
import {
  type AuctionRequest,
  type AuctionResult,
  decideAuction,
  Decision,
  type MinToWin,
  minToWin,
  type NextPrice,
  type TierSet,
  toAuctionResult,
  toFeePpm,
  type InventoryId,
} from '@auction-tiers/tier-engine';
import { candidateEntries, mostCandidateEntries } from '@auction-tiers/tier-engine/measure';
import { breathe } from '../../loop/breathe.ts';
import { type DecisionCounter, type DurationCounts, EachCounter } from '../../metrics/counts.ts';
import type { BodyBytes } from '../../recorder/auction-line.ts';
import type { RunningExperiment, ArmDecision } from '../../experiment/running-experiment.ts';
import type { Recorder } from '../../recorder/recorder.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';

/** An auction, and the tiers that decide it. */
export interface Prepared {
  readonly tierSet: TierSet;
  readonly request: AuctionRequest;
  /** The revision of the stored objects that the deciding tiers are from. */
  readonly revision: string;
  /** The seller. */
  readonly memberId: number;
  /** The share of its auctions that the seller has recorded; null: it leaves this to the installation. */
  readonly recordShare: number | null;
  /** The user or session, as the auction names it. */
  readonly unit: string | undefined;
  /** Undefined where the auction came in another form, or names no ym-profile by id. */
  readonly body: BodyBytes | undefined;
  /** The experiment that the auction is part of; `tierSet` has the tiers of its arm. */
  readonly armDecision?: ArmDecision | undefined;
  /** Attributes of the impression whose value does not exist and was left out. */
  readonly unknown?: readonly PlaceAttribute[];
  /** Whether the answer says what each bid would have needed to win. Only the schema reads it, not the byte reader. */
  readonly minToWin?: boolean;
}

/** An auction of a batch, or the error in place of its answer. */
export type BatchItem = Prepared | BatchError;

export const isPrepared = (item: BatchItem): item is Prepared => 'request' in item;

/**
 * An auction that was parsed from bytes, with the tiers that decide it. `createSeed` gives the seed of one that has none.
 * Throws a ServiceError where the caller has no such ym-profile.
 */
export type PrepareParsed = (
  call: Pick<CallContext, 'caller'>,
  parsed: ParsedAuction,
  createSeed: () => string,
  body: BodyBytes,
) => Prepared;

export const createPrepareParsed =
  (deps: ResolveDeps): PrepareParsed =>
  (call, parsed, createSeed, body) => {
    const { ymProfileId: ym_profile_id, publisherId: publisher_id, unit } = parsed;
    const resolved = resolveYmProfile(deps, call, { ym_profile_id, publisher_id });
    const { tierSet, feePpm, revision, memberId, recordShare, experiment } = resolved;
    const request = toRequest(parsed, { feePpm, timeMs: parsed.timeMs ?? Date.now(), seed: createSeed });
    const named = ym_profile_id === undefined ? undefined : body;
    const prepared = { tierSet, request, revision, memberId, recordShare, unit, body: named };
    return experiment === undefined ? prepared : inArm(prepared, experiment, resolved.behind);
  };

/** Gives an auction of a ym-profile with a running experiment the tiers of its arm. `behind`: as in `Resolved`. */
export function inArm<P extends Prepared>(prepared: P, experiment: RunningExperiment, behind: string | undefined): P {
  const { tierSet, unit, request } = prepared;
  const armDecision = experiment.assign(tierSet, behind, unit, request);
  if (armDecision === undefined) return prepared;
  const { chosen } = armDecision;
  // An experiment that an earlier version started does not say of which revision its tiers are.
  const revision = chosen === tierSet || chosen.revision === '' ? prepared.revision : chosen.revision;
  return { ...prepared, tierSet: chosen, revision, armDecision };
}

/** Bounds the work of one request, and counts the work of each user. */
export class AuctionWork {
  readonly #throttle: Pick<Throttle, 'limits' | 'takeWork'>;

  constructor(throttle: Pick<Throttle, 'limits' | 'takeWork'>) {
    this.#throttle = throttle;
  }

  /** Whether the work of each user is counted. */
  get isCounted(): boolean {
    return this.#throttle.limits.work > 0;
  }

  /**
   * Throws unless the caller may have these auctions decided together. Of requests that make much work, one is admitted per
   * turn of the event loop.
   */
  async admit(call: Pick<CallContext, 'caller'>, auctions: readonly Prepared[]): Promise<void> {
    const isMuch = this.requireBounded(auctions);
    if (this.isCounted) await this.count(call, auctions);
    if (isMuch) await breathe();
  }

  /** Counts the work of auctions; throws where the caller has had more than it may in a minute. */
  async count({ caller }: Pick<CallContext, 'caller'>, auctions: readonly Prepared[]): Promise<void> {
    const refusal = await this.#throttle.takeWork(caller, totalWork(auctions));
    if (refusal !== null) throw refusal;
  }

  /** Throws for auctions whose work together is too much. Returns whether it may be so much that they need `admit`. */
  requireBounded(auctions: readonly Prepared[]): boolean {
    const most = mostWork(auctions);
    if (most <= maxAuctionWork) return most > muchWork;
    const work = totalWork(auctions);
    if (work > maxAuctionWork) throw tooMuchWork(work, auctions.length);
    return true;
  }
}

/** Work that takes about two milliseconds. */
const muchWork = 100_000;

/** An upper bound of the work of auctions, from the number of their bids alone. */
const mostWork = (auctions: readonly Prepared[]): number =>
  sumOf(auctions, (tierSet, { bids }) => mostCandidateEntries(tierSet, bids.length));

const totalWork = (auctions: readonly Prepared[]): number =>
  sumOf(auctions, (tierSet, { bids }) => candidateEntries(tierSet, bids));

/** For an auction in an experiment, the work of both tier sets counts. */
const sumOf = (auctions: readonly Prepared[], workOf: (tierSet: TierSet, request: AuctionRequest) => number): number =>
  auctions.reduce((sum, { tierSet, request, armDecision }) => {
    const own = sum + workOf(tierSet, request);
    return armDecision === undefined ? own : own + workOf(armDecision.other, request);
  }, 0);

function tooMuchWork(work: number, auctions: number): ServiceError {
  const [whose, path] = auctions === 1 ? ['its bids', 'bids'] : [`the bids of the ${auctions} auctions`, 'auctions'];
  const message = `would make the service look at ${work} tiers (for each of ${whose}, the tiers that name its buyer), allowed: ${maxAuctionWork}; send fewer at once`;
  return invalid([{ path, message }]);
}

/** Decides auctions, passes each on to the counters, and has some recorded. */
export class Decider {
  /** The decision of the current auction: deciding is synchronous, so one is enough. */
  readonly #decision = new Decision();
  /** The decision of the experiment's other arm about the same auction. */
  readonly #other = new Decision();
  readonly #counter: DecisionCounter;
  readonly #durations: DurationCounts;
  readonly #recorder: Recorder | null;

  constructor({
    auctionCounts,
    decisionCounters,
    recorder,
  }: Pick<Deps, 'auctionCounts' | 'decisionCounters' | 'recorder'>) {
    this.#counter = new EachCounter([auctionCounts, ...decisionCounters]);
    this.#durations = auctionCounts.decisions;
    this.#recorder = recorder;
  }

  /** Decides an auction and has it recorded. */
  decide(auction: Prepared): AuctionResult {
    return this.#toResult(auction, this.decideOnly(auction));
  }

  /**
   * As `decide`, with the lowest price at which each bid alone would have won. `own`: the lowest of those that the bid can
   * have, by `nextPrice`.
   */
  decideWithMinToWin(
    auction: Prepared,
    nextPrice?: NextPrice,
  ): { readonly result: AuctionResult; readonly minToWin: readonly MinToWin[]; readonly own: readonly MinToWin[] } {
    const decision = this.decideOnly(auction);
    const least = minToWin(auction.tierSet, auction.request, decision);
    const own = nextPrice === undefined ? least : minToWin(auction.tierSet, auction.request, decision, nextPrice);
    return { result: this.#toResult(auction, decision), minToWin: least, own };
  }

  /** Decides an auction; the caller has it recorded. The decision is valid until the next auction. */
  decideOnly({ tierSet, request, unknown, armDecision }: Prepared): Decision {
    const startedMs = performance.now();
    const decision = this.#decision;
    if (armDecision !== undefined) decideAuction(armDecision.other, request, this.#other);
    decideAuction(tierSet, request, decision);
    this.#counter.count(tierSet, request, decision, unknown, armDecision?.label);
    if (armDecision !== undefined) armDecision.phase.count(armDecision, request, decision, this.#other);
    this.#durations.add(performance.now() - startedMs);
    return decision;
  }

  /** The place of the bid that would win; -1: none. Nothing is counted or recorded. */
  winnerOf({ tierSet, request }: Prepared): number {
    decideAuction(tierSet, request, this.#decision);
    return this.#decision.winnerIndex;
  }

  /** Records an auction if it is in the recorded share. `answer`: has the answer's bytes, if written already. */
  record(auction: Prepared, decision: Decision, answer?: Uint8Array, start = 0, end = 0): void {
    if (this.#recorder === null) return;
    const share = this.#recorder.shareOf(auction.recordShare);
    if (isChosen(auction.request.seed, share)) {
      this.#recorder.record({ ...auction, share }, decision, answer?.subarray(start, end));
    }
  }

  #toResult(auction: Prepared, decision: Decision): AuctionResult {
    this.record(auction, decision);
    return toAuctionResult(auction.tierSet, auction.request, decision);
  }
}

/** When a caller should try again where a stored object must be repaired first. */
const unreadableRetryS = 30;

type ResolveDeps = Pick<Deps, 'mirror' | 'publishers' | 'follower' | 'tierSets' | 'experiments'>;

/** The tiers that an auction is decided by. */
interface Resolved extends Pick<Prepared, 'tierSet' | 'revision' | 'memberId' | 'recordShare'> {
  readonly feePpm: number;
  /** The running experiment of the ym-profile. */
  readonly experiment: RunningExperiment | undefined;
  /** The revision of the tiers, where they are behind what is stored. */
  readonly behind: string | undefined;
  /** The seller, where it is stored. */
  readonly member: Member | undefined;
}

/**
 * Finds the ym-profile that a request names, by id or by publisher, in the mirror. A seller has only its own; an
 * administrator has all, by id.
 */
export function resolveYmProfile(
  { mirror, publishers, follower, tierSets, experiments }: ResolveDeps,
  call: Pick<CallContext, 'caller'>,
  { ym_profile_id, publisher_id }: Pick<AuctionBody, 'ym_profile_id' | 'publisher_id'>,
): Resolved {
  const ymProfile =
    typeof ym_profile_id === 'number'
      ? byId({ mirror, follower }, call, ym_profile_id)
      : byPublisher({ mirror, publishers, follower }, call, publisher_id ?? undefined);
  const { member_id: memberId } = ymProfile;
  const member = (mirror.row('member', memberId, memberId) ?? lastGood(mirror, 'member', memberId, memberId)) as
    | Member
    | undefined;
  const { tierSet, revision } = tierSets.get(ymProfile.id);
  return {
    tierSet,
    feePpm: toFeePpm(member?.revenue_share_pct ?? 0),
    revision: revision ?? mirror.revisionOf(memberId),
    memberId,
    recordShare: member?.record_share ?? null,
    member,
    experiment: experiments.of(ymProfile.id),
    behind: revision,
  };
}

function byId(
  { mirror, follower }: Pick<Deps, 'mirror' | 'follower'>,
  { caller }: Pick<CallContext, 'caller'>,
  id: number,
): YmProfile {
  const owner = caller.memberId ?? mirror.ownerOf('ym-profile', id);
  const found = owner === undefined ? undefined : mirror.row('ym-profile', owner, id);
  if (found !== undefined) return found;
  requireLoaded(follower, owner);
  const earlier = owner === undefined ? undefined : lastGood(mirror, 'ym-profile', owner, id);
  if (earlier === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return earlier as YmProfile;
}

function byPublisher(
  { mirror, publishers, follower }: Pick<Deps, 'mirror' | 'publishers' | 'follower'>,
  { caller }: Pick<CallContext, 'caller'>,
  publisherId: InventoryId | undefined,
): YmProfile {
  const { memberId } = caller;
  const id = memberId === null || publisherId === undefined ? undefined : publishers.find(memberId, publisherId);
  if (memberId !== null && id !== undefined) return byId({ mirror, follower }, { caller }, id);
  if (memberId !== null) requireLoaded(follower, memberId);
  const message = `is ${publisherId ?? 'not given'}, but none of your ym-profiles lists it in publisher_ids`;
  throw new ServiceError('not_found', `publisher_id ${message}`, { issues: [{ path: 'publisher_id', message }] });
}

/**
 * The last version of an object that cannot be read any more; undefined where it is not stored. Throws `unavailable`
 * where no version is known: an auction without it would be decided by other rules than the seller's.
 */
function lastGood(mirror: Deps['mirror'], service: 'member' | 'ym-profile', owner: number | null, id: number) {
  const unreadable = mirror.findUnreadable(service, owner, id);
  if (unreadable === undefined) return undefined;
  if (unreadable.lastGood !== null) return unreadable.lastGood;
  const message = `${service} ${id} is stored in a form that cannot be read (${unreadable.problem}); it must be repaired first`;
  throw new ServiceError('unavailable', message, { retryAfterS: unreadableRetryS });
}

/** Throws `unavailable` where the objects of a member could not be loaded, so that it is unknown which ones it has. */
function requireLoaded(follower: Deps['follower'], owner: number | null | undefined): void {
  if (owner === undefined || follower.positions.hasLoaded(owner)) return;
  const message = 'your stored objects cannot be read at the moment; an operator must repair them first';
  throw new ServiceError('unavailable', message, { retryAfterS: unreadableRetryS });
}
