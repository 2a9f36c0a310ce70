import type { ImportAnswer, TierSetFinding } from '@auction-tiers/contract';

/** The lint findings of a tier set, and its objects that have no stored id yet. */
type Linted = Pick<ImportAnswer, 'findings'> & Partial<Pick<ImportAnswer, 'created'>>;

/** The lint errors of a tier set that none of the other tier sets has for the same tier. */
export function newErrors(linted: Linted, others: readonly Linted[]): readonly TierSetFinding[] {
  const known = new Set(others.flatMap((other) => errorsOf(other).flatMap(({ keys }) => keys)));
  return errorsOf(linted).flatMap(({ finding, keys }) => (keys.every((key) => known.has(key)) ? [] : [finding]));
}

/** The lint errors with their tiers. A new tier gets another id each time, so its key is its name. */
function errorsOf({ findings, created = [] }: Linted) {
  const names = new Map(created.map(({ service, id, name }) => [service === 'ym-auction-tier' ? id : null, name]));
  const keyOf = (code: string, id: number) => `${code} ${names.has(id) ? JSON.stringify(names.get(id)) : id}`;
  return findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => ({ finding, keys: finding.tier_ids.map((id) => keyOf(finding.code, id)) }));
}
