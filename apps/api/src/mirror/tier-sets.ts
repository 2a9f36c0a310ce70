import { type AuctionTier, type TargetingProfile, toEngineProfile, toEngineTier } from '@auction-tiers/contract';
import { compile, type CompileResult, type Tier, type TierSet, type TierSetSource } from '@auction-tiers/tier-engine';
import type { Logger } from 'pino';
import { CompileQueue } from './compile-queue.ts';
import type { Follower } from './follower.ts';
import type { Mirror, MirrorListener } from './mirror.ts';

/** Up to this many tiers (about a millisecond of work) an auction that finds a change compiles the set itself. */
const mostAtOnce = 1000;
/** A small set that no auction has compiled is compiled this long after its first change, once for all changes until then. */
const restMs = 1000;

/** The tiers that decide the auctions of a ym-profile. */
export interface CurrentTierSet {
  readonly tierSet: TierSet;
  /** Where the tiers are behind, because newer ones are still being compiled: the revision that they are of. */
  readonly revision: string | undefined;
}

interface Slot {
  readonly memberId: number;
  readonly tiers: Map<number, Tier>;
  /** Counts the changes; the one that `compiled` was read after. */
  version: number;
  compiledVersion: number;
  compiled: TierSet;
  /** The revision of `compiled`, where the two versions differ. */
  revision: string;
}

/**
 * The compiled tier set of every ym-profile. A change compiles the sets that it touches anew, in the background, and each
 * is replaced once the next one is whole. Auctions see a change at once all the same, but where the set is large they go
 * on with the one before for the milliseconds that it takes, and their answers carry its revision.
 */
export class TierSets {
  readonly #mirror: Mirror;
  readonly #follower: Pick<Follower, 'revisionOf'>;
  readonly #log: Logger;
  readonly #queue = new CompileQueue();
  readonly #slots = new Map<number, Slot>();
  readonly #ymProfilesUsing = new Map<number, Set<number>>();
  /** Small sets that have changed and wait for `restMs` to pass. */
  readonly #resting = new Map<number, Slot>();
  #restTimer: NodeJS.Timeout | undefined;

  constructor(mirror: Mirror, follower: Pick<Follower, 'revisionOf'>, log: Logger) {
    this.#mirror = mirror;
    this.#follower = follower;
    this.#log = log;
    mirror.listen((change) => this.#follow(change));
  }

  /** Of a ym-profile that exists. */
  get(ymProfileId: number): CurrentTierSet {
    const slot = this.#slots.get(ymProfileId);
    if (slot === undefined) return { tierSet: emptySet(ymProfileId), revision: undefined };
    const { compiled, compiledVersion, version, tiers, revision } = slot;
    if (compiledVersion === version) return { tierSet: compiled, revision: undefined };
    if (compiledVersion > 0 && tiers.size > mostAtOnce) return { tierSet: compiled, revision };
    this.#install(slot, version, compile(this.#read(ymProfileId, slot)));
    return { tierSet: slot.compiled, revision: undefined };
  }

  /** Resolves when every change applied so far is compiled. */
  async settled(): Promise<void> {
    this.#endRest();
    await this.#queue.settled();
  }

  #follow({ service, id, before, after }: Parameters<MirrorListener>[0]): void {
    if (service === 'ym-auction-tier') {
      if (before !== null) this.#remove(before as AuctionTier);
      if (after !== null) this.#add(after as AuctionTier);
    } else if (service === 'profile') {
      for (const ymProfileId of this.#ymProfilesUsing.get(id) ?? []) this.#touch(ymProfileId);
    } else if (service === 'ym-profile' && after === null) {
      this.#slots.delete(id);
    }
  }

  #add(tier: AuctionTier): void {
    const { ym_profile_id: ymProfileId, member_id: memberId, profile_id: profileId } = tier;
    const slot = this.#slots.get(ymProfileId) ?? createSlot(ymProfileId, memberId);
    this.#slots.set(ymProfileId, slot);
    slot.tiers.set(tier.id, toEngineTier(tier));
    if (profileId !== null) {
      const users = this.#ymProfilesUsing.get(profileId) ?? new Set<number>();
      this.#ymProfilesUsing.set(profileId, users.add(ymProfileId));
    }
    this.#touch(ymProfileId);
  }

  #remove(tier: AuctionTier): void {
    this.#slots.get(tier.ym_profile_id)?.tiers.delete(tier.id);
    this.#touch(tier.ym_profile_id);
  }

  #touch(ymProfileId: number): void {
    const slot = this.#slots.get(ymProfileId);
    if (slot === undefined) return;
    // The change is not in the revision yet: this is the last revision that the compiled set is of.
    if (slot.compiledVersion === slot.version) slot.revision = this.#follower.revisionOf(slot.memberId);
    slot.version++;
    if (slot.tiers.size > mostAtOnce) this.#order(ymProfileId, slot);
    else {
      this.#resting.set(ymProfileId, slot);
      this.#restTimer ??= setTimeout(() => this.#endRest(), restMs).unref();
    }
  }

  #endRest(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
    for (const [ymProfileId, slot] of this.#resting) this.#order(ymProfileId, slot);
    this.#resting.clear();
  }

  #order(ymProfileId: number, slot: Slot): void {
    this.#queue.add(ymProfileId, () => this.#compile(ymProfileId, slot));
  }

  /** What the queue is to do when its turn comes; undefined: an auction has done it. */
  #compile(ymProfileId: number, slot: Slot) {
    const { version } = slot;
    if (slot.compiledVersion === version || this.#slots.get(ymProfileId) !== slot) return undefined;
    const revision = this.#follower.revisionOf(slot.memberId);
    return {
      source: this.#read(ymProfileId, slot),
      done: (result: CompileResult) => {
        if (slot.compiledVersion >= version) return;
        this.#install(slot, version, result);
        slot.revision = revision;
      },
    };
  }

  #read(ymProfileId: number, { memberId, tiers }: Slot): TierSetSource {
    const profileIds = new Set<number>();
    for (const { profileId } of tiers.values()) if (profileId !== null) profileIds.add(profileId);
    const profiles = Array.from(profileIds, (id) => this.#mirror.row('profile', memberId, id));
    return {
      ymProfileId,
      revision: '',
      tiers: [...tiers.values()],
      profiles: profiles.flatMap((profile) =>
        profile === undefined ? [] : toEngineProfile(profile as TargetingProfile),
      ),
    };
  }

  #install(slot: Slot, version: number, result: CompileResult): void {
    slot.compiledVersion = version;
    if (result.ok) {
      slot.compiled = result.tierSet;
      return;
    }
    // Writes are checked, so another program has written to this Redis: auctions go on with the last valid set.
    this.#log.error(
      { ymProfileId: slot.compiled.ymProfileId, issues: result.issues },
      'the stored tiers do not compile; the last good set stays in use',
    );
  }
}

function createSlot(ymProfileId: number, memberId: number): Slot {
  return {
    memberId,
    tiers: new Map(),
    version: 0,
    compiledVersion: 0,
    compiled: emptySet(ymProfileId),
    revision: '',
  };
}

function emptySet(ymProfileId: number): TierSet {
  const empty = compile({ ymProfileId, revision: '', tiers: [], profiles: [] });
  if (!empty.ok) throw new TypeError(`an empty tier set does not compile: ${empty.issues[0]?.message}`);
  return empty.tierSet;
}
