import {
  type AuctionTier,
  type Plain,
  type TargetingProfile,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import { compile, type TierSet } from '@auction-tiers/tier-engine';
import type { Logger } from 'pino';
import type { Mirror, MirrorListener } from './mirror.ts';

/** The compiled tier set of every ym-profile. A change marks the sets it touches; they are compiled between auctions. */
export class TierSets {
  readonly #mirror: Mirror;
  readonly #log: Logger;
  readonly #tiersOf = new Map<number, Map<number, AuctionTier>>();
  readonly #ymProfilesUsing = new Map<number, Set<number>>();
  readonly #compiled = new Map<number, TierSet>();
  readonly #dirty = new Set<number>();
  #isScheduled = false;

  constructor(mirror: Mirror, log: Logger) {
    this.#mirror = mirror;
    this.#log = log;
    mirror.listen((change) => this.#follow(change));
  }

  /** The set of a ym-profile that exists. */
  get(ymProfileId: number, memberId: number): TierSet {
    const compiled = this.#compiled.get(ymProfileId);
    if (compiled !== undefined && !this.#dirty.has(ymProfileId)) return compiled;
    this.#dirty.delete(ymProfileId);
    const tierSet = this.#compile(ymProfileId, memberId) ?? compiled ?? emptySet(ymProfileId);
    this.#compiled.set(ymProfileId, tierSet);
    return tierSet;
  }

  #compile(ymProfileId: number, memberId: number): TierSet | undefined {
    const tiers = [...(this.#tiersOf.get(ymProfileId)?.values() ?? [])];
    const profileIds = new Set(tiers.flatMap(({ profile_id }) => (profile_id === null ? [] : [profile_id])));
    const profiles = [...profileIds].flatMap((id) => this.#mirror.row('profile', memberId, id) ?? []);
    const result = compile({
      ymProfileId,
      revision: '',
      tiers: tiers.map(toEngineTier),
      profiles: profiles.map((profile) => toEngineProfile(profile as TargetingProfile)),
    });
    if (result.ok) return result.tierSet;
    // Writes are checked, so this is somebody else's writing to the same Redis: auctions go on as they were.
    this.#log.error(
      { ymProfileId, issues: result.issues },
      'the stored tiers do not compile; the last good set stays in use',
    );
    return undefined;
  }

  #follow({ service, id, before, after }: Parameters<MirrorListener>[0]): void {
    if (service === 'ym-auction-tier') {
      if (before !== null) this.#tiersOf.get(ymProfileOf(before))?.delete(id);
      if (after !== null) this.#add(after as AuctionTier);
      for (const tier of [before, after]) if (tier !== null) this.#touch(ymProfileOf(tier));
    } else if (service === 'profile') {
      for (const ymProfileId of this.#ymProfilesUsing.get(id) ?? []) this.#touch(ymProfileId);
    } else if (service === 'ym-profile' && after === null) {
      this.#compiled.delete(id);
      this.#tiersOf.delete(id);
    }
  }

  #touch(ymProfileId: number): void {
    this.#dirty.add(ymProfileId);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#compileDirty());
  }

  #compileDirty(): void {
    this.#isScheduled = false;
    for (const ymProfileId of this.#dirty) {
      const memberId = this.#mirror.ownerOf('ym-profile', ymProfileId);
      if (memberId !== undefined && memberId !== null) this.get(ymProfileId, memberId);
    }
  }

  #add(tier: AuctionTier): void {
    const tiers = this.#tiersOf.get(tier.ym_profile_id) ?? new Map<number, AuctionTier>();
    this.#tiersOf.set(tier.ym_profile_id, tiers.set(tier.id, tier));
    if (tier.profile_id === null) return;
    const users = this.#ymProfilesUsing.get(tier.profile_id) ?? new Set<number>();
    this.#ymProfilesUsing.set(tier.profile_id, users.add(tier.ym_profile_id));
  }
}

const ymProfileOf = (tier: Plain) => tier['ym_profile_id'] as number;

function emptySet(ymProfileId: number): TierSet {
  const empty = compile({ ymProfileId, revision: '', tiers: [], profiles: [] });
  if (!empty.ok) throw new TypeError(`an empty tier set does not compile: ${empty.issues[0]?.message}`);
  return empty.tierSet;
}
