import type { Issue, Report } from './issue.ts';
import { isId } from './issue.ts';
import type { Profile, Tier, TierSetSource } from './model.ts';
import { formatMoney, maxPriceMicros } from './money.ts';

/** Everything that is wrong with the tiers and the ids of a tier set; targeting is checked where it is compiled. */
export function validate(source: TierSetSource): Issue[] {
  const issues: Issue[] = [];
  if (!isId(source.ymProfileId)) issues.push({ path: 'ymProfileId', message: notAnId(source.ymProfileId) });
  reportIds('profiles', source.profiles, issues);
  reportIds('tiers', source.tiers, issues);
  const profileIds = new Set(source.profiles.map(({ id }) => id));
  for (const [at, tier] of source.tiers.entries()) {
    validateTier(tier, profileIds, (path, message) =>
      issues.push({ path: `tiers[${at}]${path}`, message: `${message} (tier ${tier.id})` }),
    );
  }
  return issues;
}

function reportIds(list: 'tiers' | 'profiles', objects: readonly (Tier | Profile)[], issues: Issue[]): void {
  const firstAt = new Map<number, number>();
  for (const [at, { id }] of objects.entries()) {
    const path = `${list}[${at}].id`;
    const earlier = firstAt.get(id);
    if (!isId(id)) issues.push({ path, message: notAnId(id) });
    else if (earlier === undefined) firstAt.set(id, at);
    else issues.push({ path, message: `${id} is the id of ${list}[${earlier}] already; allowed is each id once` });
  }
}

function validateTier(tier: Tier, profileIds: ReadonlySet<number>, report: Report): void {
  const { priority, memberAction, minPriceMicros, profileId } = tier;
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
    report('.minPriceMicros', `${minPriceMicros} is not a price; allowed is a whole number of micros, 0 to ${highest}`);
  }
  if (profileId !== null && !profileIds.has(profileId)) {
    report('.profileId', `${profileId} is not the id of a profile of this set`);
  }
  for (const [at, memberId] of tier.buyerMemberIds.entries()) {
    if (!isId(memberId)) report(`.buyerMemberIds[${at}]`, notAnId(memberId));
  }
}

function notAnId(value: number): string {
  return `${value} is not an id; allowed is a whole number from 1`;
}
