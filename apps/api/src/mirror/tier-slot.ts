import { type TargetingProfile, toEngineProfile } from '@auction-tiers/contract';
import type { CompileResult, Profile, Tier, TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import type { Unreadable, UnreadableNotice } from './unreadable.ts';

/** A stored profile of the slot's member, by its id. */
type FindProfile = (id: number) => TargetingProfile | undefined;

/** The issues of a tier set that does not compile. */
type Issues = Extract<CompileResult, { readonly ok: false }>['issues'];

/**
 * The tiers of one ym-profile as they are stored, and the last tier set that was compiled from them. An including tier
 * that cannot be used is left out: the other tiers decide its bids. An excluding tier that cannot be used must not let
 * in the buyers that it excludes, so the whole previous tier set stays.
 */
export class TierSlot {
  readonly ymProfileId: number;
  readonly memberId: number;
  readonly tiers = new Map<number, Tier>();
  /** Stored tiers that cannot be read, by id. */
  readonly unreadable = new Map<number, Unreadable>();
  /** Counts the changes. */
  version = 0;
  /** The version that was last compiled, or found not to be usable. */
  triedVersion = 0;
  /** The version that `compiled` is of. */
  compiledVersion = 0;
  /** Whether the slot waits for its turn to be compiled. */
  isOrdered = false;
  /** By `performance.now()`: when the pause after the last compilation ends. */
  pauseEndMs = 0;
  /** Undefined until the tiers have compiled for the first time. */
  compiled: TierSet | undefined;
  /** The revision of `compiled`, where it is not of the present version. */
  revision = '';
  /** Why the present version must not decide auctions; undefined: it may. */
  behind: string | undefined;
  /** The tiers of the present version that are left out. */
  leftOut: readonly UnreadableNotice[] = [];
  /** What the compiler refuses of the present version: `tiers 7` or `profiles 9`, and why. */
  readonly refused = new Map<string, string>();

  constructor(ymProfileId: number, memberId: number) {
    this.ymProfileId = ymProfileId;
    this.memberId = memberId;
  }

  /** What is to be compiled; undefined: the tiers cannot be used. `unplaced`: unreadable tiers that may belong here. */
  toSource(findProfile: FindProfile, unplaced: Iterable<Unreadable>): TierSetSource | undefined {
    this.behind = undefined;
    this.leftOut = [];
    for (const tier of [...this.unreadable.values(), ...unplaced]) {
      if (mayExclude(tier)) return this.#holdBack(`tier ${tier.id} cannot be read and may exclude bids`);
    }
    const profiles = this.#usableProfiles(findProfile);
    const tiers: Tier[] = [];
    const leftOut: UnreadableNotice[] = [];
    for (const tier of this.tiers.values()) {
      const problem = this.#problemOf(tier, profiles);
      if (problem === undefined) tiers.push(tier);
      else if (tier.memberAction !== 'include') return this.#holdBack(`tier ${tier.id} excludes bids, and ${problem}`);
      else leftOut.push({ service: 'ym-auction-tier', id: tier.id, problem });
    }
    this.leftOut = leftOut;
    return { ymProfileId: this.ymProfileId, revision: '', tiers, profiles: [...profiles.values()] };
  }

  /** Leaves out what the compiler refuses. The rest is to be compiled again. */
  refuse(source: TierSetSource, issues: Issues): void {
    for (const { path } of issues) {
      const [, list, at, attribute = ''] = /^(tiers|profiles)\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
      const object = list === 'tiers' || list === 'profiles' ? source[list][Number(at)] : undefined;
      if (object === undefined) throw new TypeError(`the compiler refuses ${path}, which is no tier and no profile`);
      this.refused.set(`${list} ${object.id}`, attribute);
    }
  }

  /** `revision`: the one that the tiers were read at. */
  install(tierSet: TierSet, version: number, revision: string): void {
    this.compiled = tierSet;
    this.compiledVersion = version;
    this.triedVersion = version;
    this.revision = revision;
  }

  /** Holds the present version back after its compilation failed unexpectedly. */
  fail(): void {
    const problem = 'compiling its tiers failed unexpectedly; the reason is in the log';
    this.#holdBack(problem);
    this.leftOut = [{ service: 'ym-profile', id: this.ymProfileId, problem }];
  }

  #holdBack(why: string): undefined {
    this.behind = why;
    this.triedVersion = this.version;
    return undefined;
  }

  #usableProfiles(findProfile: FindProfile): ReadonlyMap<number, Profile> {
    const profiles = new Map<number, Profile>();
    for (const { profileId } of this.tiers.values()) {
      if (profileId === null || profiles.has(profileId) || this.refused.has(`profiles ${profileId}`)) continue;
      const profile = findProfile(profileId);
      if (profile !== undefined) profiles.set(profileId, toEngineProfile(profile));
    }
    return profiles;
  }

  #problemOf({ id, profileId }: Tier, profiles: ReadonlyMap<number, Profile>): string | undefined {
    // Texts for thousands of tiers take milliseconds, and the compiler refuses few.
    const refused = this.refused.size === 0 ? undefined : this.refused.get(`tiers ${id}`);
    if (refused !== undefined) return `the compiler refuses its ${refused}`;
    if (profileId === null || profiles.has(profileId)) return undefined;
    const attribute = this.refused.get(`profiles ${profileId}`);
    const why =
      attribute === undefined ? 'does not exist or cannot be read' : `is refused by the compiler: ${attribute}`;
    return `its profile ${profileId} ${why}`;
  }
}

/** Whether a tier that cannot be read may be one that excludes. */
const mayExclude = ({ readable }: Unreadable): boolean => readable['member_action'] !== 'include';
