import { isDeepStrictEqual } from 'node:util';
import type { TierSetDraft } from '@auction-tiers/contract';
import { formatRevision, parseRevision } from '../../mirror/stream-position.ts';
import type { Deps } from '../request/deps.ts';
import type { StoredTierSet } from './stored-tier-set.ts';

/** Attributes of the ym-profile itself, which an import leaves as they are. */
const own = ['code', 'name', 'description', 'publisher_ids'] as const;

/** Attributes of the seller, which an import leaves as they are. */
const ofSeller = ['revenue_share_pct', 'currency'] as const;

/**
 * Warnings about a file: it names another fee or currency than the seller's; or it was exported from this ym-profile, and is old or
 * has attributes that are not imported.
 */
export async function fileWarnings(
  deps: Pick<Deps, 'store' | 'follower'>,
  current: StoredTierSet,
  file: TierSetDraft,
): Promise<string[]> {
  return [...sellerWarnings(current, file), ...(await originWarnings(deps, current, file))];
}

/**
 * Minimum prices are net and in the seller's currency: with another fee or currency, the file's tiers admit other gross
 * prices here than where the file was exported.
 */
export function sellerWarnings(current: StoredTierSet, file: Pick<TierSetDraft, (typeof ofSeller)[number]>): string[] {
  return ofSeller.flatMap((name) =>
    file[name] === undefined || file[name] === current[name]
      ? []
      : [`${name} is ${file[name]}, and the seller's is ${current[name]}, which stays; PUT /member changes it`],
  );
}

async function originWarnings(
  deps: Pick<Deps, 'store' | 'follower'>,
  { ym_profile: current }: StoredTierSet,
  { ym_profile: ymProfile, revision }: TierSetDraft,
): Promise<string[]> {
  if (ymProfile?.id !== current.id) return [];
  const other = own.filter(
    (name) => ymProfile[name] !== undefined && !isDeepStrictEqual(ymProfile[name], current[name]),
  );
  return [
    ...other.map(
      (name) => `ym_profile.${name} differs from what is stored and was not changed; PUT /ym-profile changes it`,
    ),
    ...(await ageWarnings(deps, current.member_id, revision)),
  ];
}

async function ageWarnings(
  { store, follower }: Pick<Deps, 'store' | 'follower'>,
  memberId: number,
  revision: string | undefined,
): Promise<string[]> {
  const exported = parseRevision(revision ?? '');
  const partition = follower.positions.partitionOf(memberId);
  if (exported?.partition !== partition) return [];
  const [newest] = (await store.changeLog(memberId, 0, 1)).changes;
  if (newest === undefined) return [];
  const { epoch } = follower.positions.position(partition);
  const now = formatRevision(partition, { ...newest, epoch });
  const shows = 'a dry run shows them, and If-Match with the ETag of an export refuses it';
  if (exported.epoch !== undefined && exported.epoch !== epoch) {
    return [
      `revision is ${JSON.stringify(revision)}, and the database was restored or replaced since (now ${now}): the import undoes what has changed in this tier set; ${shows}`,
    ];
  }
  if (newest.revision <= exported.revision) return [];
  return [
    `revision is ${JSON.stringify(revision)}, and your objects have been changed since (${now}): the import undoes changes of this tier set made since; ${shows}`,
  ];
}
