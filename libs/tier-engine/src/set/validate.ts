import type { Profile, Tier, TierSetSource } from '../model/auction.ts';
import { tierStates } from '../model/auction.ts';
import type { Issue } from '../model/issue.ts';
import { idProblem } from '../model/issue.ts';
import { maxPriceMicros } from '../money/money.ts';

/** All problems of a set but those of its targeting, which are found where it is compiled. */
export function findIssues({ ymProfileId, profiles, tiers }: TierSetSource): Issue[] {
  const issues: Issue[] = [];
  const problem = idProblem(ymProfileId);
  if (problem !== undefined) issues.push({ path: 'ymProfileId', message: problem });
  reportIds('profiles', profiles, issues);
  reportIds('tiers', tiers, issues);
  const profileIds = new Set([null, ...profiles.map(({ id }) => id)]);
  for (const [at, tier] of tiers.entries()) checkTier(tier, at, profileIds, issues);
  return issues;
}

function reportIds(list: 'tiers' | 'profiles', objects: readonly (Tier | Profile)[], issues: Issue[]): void {
  const firstAt = new Map<number, number>();
  for (const [at, { id }] of objects.entries()) {
    const earlier = firstAt.get(id);
    const message =
      idProblem(id) ??
      (earlier === undefined ? undefined : `${id} is the id of ${list}[${earlier}] already; allowed is each id once`);
    if (message === undefined) firstAt.set(id, at);
    else issues.push({ path: `${list}[${at}].id`, message });
  }
}

function checkTier(tier: Tier, at: number, profileIds: ReadonlySet<number | null>, issues: Issue[]): void {
  const { id, memberAction, maxForgoneMicros, startMs, endMs, buyerMemberIds, state = 'active' } = tier;
  const report = (path: string, message: string) =>
    issues.push({ path: `tiers[${at}].${path}`, message: `${message} (tier ${id})` });
  const check = (name: keyof Tier, isAllowed: boolean, allowed: string) => {
    if (!isAllowed) report(name, `${JSON.stringify(tier[name]) ?? 'undefined'} is refused; allowed is ${allowed}`);
  };
  const isInclude = memberAction === 'include';
  check('priority', isWhole(tier.priority, 1, 10), 'a whole number from 1 to 10');
  check('memberAction', isInclude || memberAction === 'exclude', 'include, exclude');
  check('minPriceMicros', isPrice(tier.minPriceMicros, !isInclude), `${prices}, or null with exclude`);
  check('maxForgoneMicros', isPrice(maxForgoneMicros ?? null, true), `${prices}, or null`);
  check('maxForgoneMicros', isInclude || (maxForgoneMicros ?? null) === null, 'null with exclude');
  check('profileId', profileIds.has(tier.profileId), 'null, or the id of a profile of this set');
  check('state', tierStates.includes(state), tierStates.join(', '));
  for (const name of ['startMs', 'endMs'] as const)
    check(name, Number.isSafeInteger(tier[name] ?? 0), 'whole milliseconds since the epoch, or null');
  check('endMs', !((startMs ?? NaN) >= (endMs ?? NaN)), 'a time after startMs, or null');
  for (let buyer = 0; buyer < buyerMemberIds.length; buyer++) {
    const problem = idProblem(buyerMemberIds[buyer]!);
    if (problem !== undefined) report(`buyerMemberIds[${buyer}]`, problem);
  }
}

const prices = `a whole number of micros, 0 to ${maxPriceMicros} (999999.999999)`;

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

const isPrice = (micros: number | null, mayBeNull: boolean) =>
  micros === null ? mayBeNull : isWhole(micros, 0, maxPriceMicros);
