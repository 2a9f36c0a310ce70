import { type AuctionTier, ServiceError } from '@auction-tiers/contract';
import { compile, type CompileResult, type Tier, type TierSet, type TierSetSource } from '@auction-tiers/tier-engine';
import type { Logger } from 'pino';
import { type CompileOrder, CompileQueue } from './compile-queue.ts';
import type { Unreadable, UnreadableNotice, UnreadableSource } from './unreadable.ts';
import type { Mirror } from './mirror.ts';
import type { MirrorChange } from './version.ts';
import { TierSlot } from './tier-slot.ts';

/** Up to this many tiers (about a millisecond of work) an auction that finds a change compiles the set itself. */
const mostAtOnce = 1000;
/** A small set that no auction has compiled is compiled this long after its first change, once for all changes until then. */
const restMs = 1000;
/**
 * A large set is not compiled again for `times` as long as it took to compile: otherwise a seller that writes without a
 * pause would have it compiled without a pause. At most `mostMs`, because auctions do not see the change meanwhile.
 */
const pause = { times: 2, mostMs: 50 };
/** When a caller should ask again for an auction that no tier set can decide: an object must be repaired first. */
const behindRetryS = 30;

/** The tiers that decide the auctions of a ym-profile. */
export interface CurrentTierSet {
  readonly tierSet: TierSet;
  /** The revision of the tiers where they are behind: newer ones are still being compiled or cannot be used. */
  readonly revision: string | undefined;
}

/**
 * The compiled tier set of every ym-profile. A change has the sets that it affects compiled again in the background,
 * and each is replaced once the new one is complete. Auctions see a change at once, except in a large set: there they
 * go on with the previous one while the new one is compiled, and their answers carry its revision.
 */
export class TierSets implements UnreadableSource {
  readonly #mirror: Mirror;
  readonly #revisions: Pick<Mirror, 'revisionOf'>;
  readonly #log: Logger;
  readonly #queue = new CompileQueue();
  readonly #slots = new Map<number, TierSlot>();
  readonly #ymProfilesUsing = new Map<number, Set<number>>();
  /** Unreadable tiers whose ym-profile is not known, by id: each may belong to any ym-profile of its member. */
  readonly #unplaced = new Map<number, Unreadable>();
  /** Small sets that have changed and wait for `restMs` to pass. */
  readonly #resting = new Set<TierSlot>();
  #restTimer: NodeJS.Timeout | undefined;
  /** Large sets that have changed within their pause. */
  readonly #pausing = new Map<TierSlot, NodeJS.Timeout>();

  constructor(mirror: Mirror, revisions: Pick<Mirror, 'revisionOf'>, log: Logger) {
    this.#mirror = mirror;
    this.#revisions = revisions;
    this.#log = log;
    mirror.listen((change) => this.#follow(change), ['ym-auction-tier', 'profile', 'ym-profile']);
  }

  /** The tiers of an existing ym-profile. Throws `unavailable` if they cannot be used and no earlier ones are known. */
  get(ymProfileId: number): CurrentTierSet {
    const slot = this.#slots.get(ymProfileId) ?? this.#slotForUnplaced(ymProfileId);
    if (slot === undefined) return { tierSet: emptySet(ymProfileId), revision: undefined };
    const { version } = slot;
    if (slot.compiledVersion !== version && slot.triedVersion !== version) {
      if (slot.compiled === undefined || slot.tiers.size <= mostAtOnce) this.#compileNow(slot);
    }
    const { compiled } = slot;
    if (compiled === undefined) throw behind(slot);
    return { tierSet: compiled, revision: slot.compiledVersion === version ? undefined : slot.revision };
  }

  /** Resolves when every change applied so far is compiled. */
  async settled(): Promise<void> {
    this.#endRest();
    for (const slot of this.#pausing.keys()) this.#endPause(slot);
    await this.#queue.settled();
  }

  /** The readable tiers that no auction uses, because their profile is missing or the compiler refuses them. */
  unreadable(): readonly UnreadableNotice[] {
    return [...this.#slots.values()].flatMap(({ leftOut }) => leftOut);
  }

  /** The ym-profiles whose stored tiers must not decide auctions, and why. */
  behind(): readonly { readonly id: number; readonly problem: string }[] {
    return [...this.#slots.values()].flatMap(({ ymProfileId: id, behind: problem }) =>
      problem === undefined ? [] : [{ id, problem }],
    );
  }

  #follow(change: MirrorChange): void {
    const { service, id, before, after, tier, unreadable, wasUnreadable } = change;
    if (service === 'ym-auction-tier') {
      // A tier that stays keeps its position in the Map: sets in the order of the ids compile in half the time.
      if (before !== null && before['ym_profile_id'] !== after?.['ym_profile_id']) this.#remove(before as AuctionTier);
      if (wasUnreadable !== undefined) this.#changeUnreadable(wasUnreadable, (tiers) => tiers.delete(id));
      if (unreadable !== undefined) this.#changeUnreadable(unreadable, (tiers) => tiers.set(id, unreadable));
      if (tier !== undefined) this.#add(after as AuctionTier, tier);
    } else if (service === 'profile') {
      for (const ymProfileId of this.#ymProfilesUsing.get(id) ?? []) this.#touch(this.#slots.get(ymProfileId));
    } else if (service === 'ym-profile' && after === null && unreadable === undefined) {
      this.#slots.delete(id);
    }
  }

  #add({ ym_profile_id: ymProfileId, member_id: memberId, profile_id: profileId }: AuctionTier, tier: Tier): void {
    const slot = this.#slotOf(ymProfileId, memberId);
    slot.tiers.set(tier.id, tier);
    if (profileId !== null) {
      const users = this.#ymProfilesUsing.get(profileId) ?? new Set<number>();
      this.#ymProfilesUsing.set(profileId, users.add(ymProfileId));
    }
    this.#touch(slot);
  }

  #remove(tier: AuctionTier): void {
    const slot = this.#slots.get(tier.ym_profile_id);
    slot?.tiers.delete(tier.id);
    this.#touch(slot);
  }

  /** The ym-profile of an unreadable tier is taken from its readable attributes, else from its last version. */
  #changeUnreadable(tier: Unreadable, change: (tiers: Map<number, Unreadable>) => void): void {
    const { owner, readable, lastGood } = tier;
    // The store has found no member that the object belongs to.
    if (typeof owner !== 'number') return;
    const ymProfileId = readable['ym_profile_id'] ?? lastGood?.['ym_profile_id'];
    if (typeof ymProfileId === 'number') {
      const slot = this.#slotOf(ymProfileId, owner);
      change(slot.unreadable);
      this.#touch(slot);
      return;
    }
    change(this.#unplaced);
    for (const slot of this.#slots.values()) if (slot.memberId === owner) this.#touch(slot);
  }

  #slotOf(ymProfileId: number, memberId: number): TierSlot {
    const known = this.#slots.get(ymProfileId);
    if (known !== undefined) return known;
    const slot = new TierSlot(ymProfileId, memberId);
    this.#slots.set(ymProfileId, slot);
    return slot;
  }

  /** A ym-profile without tiers needs a slot only where an unreadable tier may be one of its. */
  #slotForUnplaced(ymProfileId: number): TierSlot | undefined {
    if (this.#unplaced.size === 0) return undefined;
    const owner = this.#mirror.ownerOf('ym-profile', ymProfileId);
    if (typeof owner !== 'number') return undefined;
    const slot = this.#slotOf(ymProfileId, owner);
    this.#touch(slot);
    return slot;
  }

  #touch(slot: TierSlot | undefined): void {
    if (slot === undefined) return;
    // The change is not in the revision yet: this is the last revision that the compiled set is of.
    if (slot.compiledVersion === slot.version) slot.revision = this.#revisions.revisionOf(slot.memberId);
    slot.version++;
    // To clear an empty map takes time as well.
    if (slot.refused.size > 0) slot.refused.clear();
    // A batch write changes thousands of tiers in one turn of the event loop.
    if (slot.isOrdered || this.#pausing.has(slot)) return;
    if (slot.tiers.size > mostAtOnce) this.#orderAfterPause(slot);
    else {
      this.#resting.add(slot);
      this.#restTimer ??= setTimeout(() => this.#endRest(), restMs).unref();
    }
  }

  #endRest(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
    for (const slot of this.#resting) this.#order(slot);
    this.#resting.clear();
  }

  #orderAfterPause(slot: TierSlot): void {
    const waitMs = slot.pauseEndMs - performance.now();
    if (waitMs <= 0) this.#order(slot);
    else if (!this.#pausing.has(slot)) this.#pausing.set(slot, setTimeout(() => this.#endPause(slot), waitMs).unref());
  }

  #endPause(slot: TierSlot): void {
    clearTimeout(this.#pausing.get(slot));
    this.#pausing.delete(slot);
    this.#order(slot);
  }

  #order(slot: TierSlot): void {
    slot.isOrdered = true;
    let { version } = slot;
    const takeOrder = () => {
      version = slot.version;
      return this.#takeOrder(slot);
    };
    this.#queue.add(slot.ymProfileId, takeOrder, (error) => this.#fail(slot, version, error));
  }

  /** A bug of the program: the previous set stays, as where the stored tiers must not be used. */
  #fail(slot: TierSlot, version: number, error: unknown): void {
    const { ymProfileId, compiled, revision } = slot;
    const goesOn = compiled === undefined ? 'are refused' : `go on with the tiers of revision ${revision}`;
    this.#log.error({ ymProfileId, error }, `compiling the stored tiers failed unexpectedly; auctions ${goesOn}`);
    if (slot.version === version && slot.compiledVersion < version) slot.fail();
  }

  /** The order for the queue; undefined where an auction has compiled the set or the tiers cannot be used. */
  #takeOrder(slot: TierSlot): CompileOrder | undefined {
    slot.isOrdered = false;
    const { version } = slot;
    if (slot.triedVersion === version || this.#slots.get(slot.ymProfileId) !== slot) return undefined;
    const revision = this.#revisions.revisionOf(slot.memberId);
    const source = this.#read(slot);
    if (source === undefined) return undefined;
    const startedMs = performance.now();
    const done = (result: CompileResult) => {
      const nowMs = performance.now();
      slot.pauseEndMs = nowMs + Math.min(pause.mostMs, pause.times * (nowMs - startedMs));
      if (slot.compiledVersion >= version) return;
      if (result.ok) slot.install(result.tierSet, version, revision);
      else if (slot.version === version) {
        this.#refuse(slot, source, result);
        this.#order(slot);
      }
    };
    return { source, done };
  }

  #compileNow(slot: TierSlot): void {
    const revision = this.#revisions.revisionOf(slot.memberId);
    try {
      while (slot.triedVersion !== slot.version) {
        const source = this.#read(slot);
        if (source === undefined) return;
        const result = compile(source);
        if (result.ok) slot.install(result.tierSet, slot.version, revision);
        else this.#refuse(slot, source, result);
      }
    } catch (error) {
      this.#fail(slot, slot.version, error);
    }
  }

  #read(slot: TierSlot): TierSetSource | undefined {
    const { memberId, ymProfileId } = slot;
    const unplaced = [...this.#unplaced.values()].filter(({ owner }) => owner === memberId);
    const findProfile = (id: number) => this.#mirror.row('profile', memberId, id);
    const whyBefore = slot.behind;
    const source = slot.toSource(findProfile, unplaced);
    if (source === undefined && slot.behind !== whyBefore) {
      const goesOn = slot.compiled === undefined ? 'are refused' : `go on with the tiers of revision ${slot.revision}`;
      this.#log.error({ ymProfileId, why: slot.behind }, `stored tiers cannot be used; auctions ${goesOn}`);
    }
    return source;
  }

  /** Writes are checked, so another program or a newer version has written to this Redis. */
  #refuse(slot: TierSlot, source: TierSetSource, { issues }: Extract<CompileResult, { readonly ok: false }>): void {
    this.#log.error({ ymProfileId: slot.ymProfileId, issues }, 'stored tiers or profiles do not compile; left out');
    slot.refuse(source, issues);
  }
}

function behind({ ymProfileId, behind: why }: TierSlot): ServiceError {
  const message = `the tiers of ym-profile ${ymProfileId} must not decide auctions: ${why}; it must be repaired or deleted first`;
  return new ServiceError('unavailable', message, { retryAfterS: behindRetryS });
}

function emptySet(ymProfileId: number): TierSet {
  const empty = compile({ ymProfileId, revision: '', tiers: [], profiles: [] });
  if (!empty.ok) throw new TypeError(`an empty tier set does not compile: ${empty.issues[0]?.message}`);
  return empty.tierSet;
}
