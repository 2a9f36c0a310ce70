import type { Profile, Tier, TierSetSource } from '../model/auction.ts';
import { tierStates } from '../model/auction.ts';
import type { Issue } from '../model/issue.ts';
import { idProblem, isId } from '../model/issue.ts';
import { formatMoney, maxPriceMicros } from '../money/money.ts';

/** All problems with the ids of a set, of its profiles and, unless their ids are known to be valid, of its tiers. */
export function findIdIssues({ ymProfileId, profiles, tiers }: TierSetSource, areTierIdsSound: boolean): Issue[] {
  const issues: Issue[] = [];
  const problem = idProblem(ymProfileId);
  if (problem !== undefined) issues.push({ path: 'ymProfileId', message: problem });
  reportIds('profiles', profiles, issues);
  if (!areTierIdsSound) reportIds('tiers', tiers, issues);
  return issues;
}

function reportIds(list: 'tiers' | 'profiles', objects: readonly (Tier | Profile)[], issues: Issue[]): void {
  const firstAt = new Map<number, number>();
  for (const [at, { id }] of objects.entries()) {
    const path = `${list}[${at}].id`;
    const earlier = firstAt.get(id);
    const problem = idProblem(id);
    if (problem !== undefined) issues.push({ path, message: problem });
    else if (earlier === undefined) firstAt.set(id, at);
    else issues.push({ path, message: `${id} is the id of ${list}[${earlier}] already; allowed is each id once` });
  }
}

/** Checks one tier after the other; targeting is checked where it is compiled. */
export class TierCheck {
  readonly issues: Issue[] = [];
  readonly #profileIds: ReadonlySet<number | null>;
  #lastId = 0;
  #areIdsAscending = true;

  constructor(profiles: readonly Profile[]) {
    this.#profileIds = new Set([null, ...profiles.map(({ id }) => id)]);
  }

  /** Whether all ids so far are ids and each is higher than the one before, so that there are no duplicates. */
  get areIdsAscending(): boolean {
    return this.#areIdsAscending;
  }

  check(tier: Tier, at: number): void {
    const { id, priority, memberAction, minPriceMicros, profileId, buyerMemberIds, state, startMs, endMs } = tier;
    if (!isId(id) || id <= this.#lastId) this.#areIdsAscending = false;
    this.#lastId = id;
    const report = (path: string, message: string) => this.#report(tier, at, path, message);
    if (!Number.isInteger(priority) || priority < 1 || priority > 10) {
      report('.priority', `${priority} is not a priority; allowed is a whole number from 1 to 10`);
    }
    if (memberAction !== 'include' && memberAction !== 'exclude') {
      report('.memberAction', `${JSON.stringify(memberAction)} is unknown; allowed is include, exclude`);
    }
    if (minPriceMicros === null) {
      if (memberAction === 'include')
        report('.minPriceMicros', 'is null; an include needs a minimum price, which may be 0');
    } else if (!Number.isInteger(minPriceMicros) || minPriceMicros < 0 || minPriceMicros > maxPriceMicros) {
      const highest = `${maxPriceMicros} (${formatMoney(maxPriceMicros)})`;
      report(
        '.minPriceMicros',
        `${minPriceMicros} is not a price; allowed is a whole number of micros, 0 to ${highest}`,
      );
    }
    if (!this.#profileIds.has(profileId)) {
      report('.profileId', `${profileId} is not the id of a profile of this set`);
    }
    if (state !== undefined && !tierStates.includes(state)) {
      report('.state', `${JSON.stringify(state)} is unknown; allowed is ${tierStates.join(', ')}`);
    }
    for (const [path, timeMs] of Object.entries({ startMs, endMs })) {
      if (!Number.isSafeInteger(timeMs ?? 0))
        report(
          `.${path}`,
          `${timeMs} is not a time; allowed is a whole number of milliseconds since the epoch, or none`,
        );
    }
    if ((startMs ?? NaN) >= (endMs ?? NaN)) {
      report('.endMs', `${endMs} is not after the start, ${startMs}; allowed is a later time, or none`);
    }
    for (let buyer = 0; buyer < buyerMemberIds.length; buyer++) {
      const problem = idProblem(buyerMemberIds[buyer]!);
      if (problem !== undefined) report(`.buyerMemberIds[${buyer}]`, problem);
    }
  }

  #report(tier: Tier, at: number, path: string, message: string): void {
    this.issues.push({ path: `tiers[${at}]${path}`, message: `${message} (tier ${tier.id})` });
  }
}
