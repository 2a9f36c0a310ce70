import {
  type CallContext,
  type MergeConflict,
  pairsOfMoments,
  ServiceError,
  type StoredDraft,
  toContent,
  toDifference,
} from '@auction-tiers/contract';
import { publishingOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { planImport } from '../tier-set/import.ts';
import { findingsOf } from '../tier-set/import-answer.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { baseOf } from './base.ts';
import { type CarriedDraft, carryOnto, type Carrying, mergeOnto } from './carry.ts';
import { conflictWords } from './conflict-words.ts';
import { toFile } from './draft-content.ts';
import { newErrors } from './lint-error.ts';
import { haveMoved } from './publishers.ts';
import { contentHash } from './stored-draft.ts';
import { whoChanged } from './who-changed.ts';

/**
 * Carries a draft whose time has come onto live tiers that have changed since it was made; undefined where they have
 * not. Throws `integrity`, with the reason in words, where a user must decide: both have changed the same field, the
 * result has a lint error that neither has, it needs another approval, or it was scheduled for unchanged tiers.
 */
export async function carryDue(deps: Deps, call: CallContext, carrying: Carrying): Promise<CarriedDraft | undefined> {
  const { held, current } = carrying;
  const { stored } = held;
  const isUnchanged = contentHash(toContent(current)) === stored.base_sha256 && !haveMoved(stored, current.ym_profile);
  if (isUnchanged) return undefined;
  if (stored.if_changed === 'suspend') {
    throw refusal(`it was scheduled for unchanged tiers only, and ${await liveWords(deps, stored, current)}`);
  }
  const merged = await mergeOnto(deps, carrying);
  if (!merged.ok) throw refusal(await bothWords(deps, stored, merged.conflicts));
  const carried = await carryOnto(deps, call, carrying, merged.content);
  if (publishingOf(deps.mirror, stored.member_id) === 'approved' && carried.stored.approved_by === null) {
    const live = await liveWords(deps, stored, current);
    throw refusal(`it needs another approval: ${live} since ${stored.approved_by} approved it`);
  }
  await requireNoNewError(deps, call, carrying, carried);
  return carried;
}

const refusal = (reason: string) => new ServiceError('integrity', reason);

/** Objects that a reason names at most: it is a text of a thousand characters. */
const mostNamed = 5;

/** What both the draft and the live tiers have changed, and the users who changed the live tiers. */
async function bothWords(deps: Deps, stored: StoredDraft, all: readonly MergeConflict[]): Promise<string> {
  const conflicts = all.slice(0, mostNamed);
  const users = await whoChanged(deps, stored.member_id, stored.base_revision, conflicts);
  const words = conflicts.map((conflict, at) => conflictWords(conflict, users[at]));
  return `the live tiers and the draft were changed in the same places: ${listed(words, all.length)}`;
}

/** What has changed in the live tiers since the draft was made, and the users who changed it. */
async function liveWords(deps: Deps, stored: StoredDraft, current: StoredTierSet): Promise<string> {
  const past = await baseOf(deps, stored);
  if (past === undefined) return 'the live tiers have changed';
  const { summary, created, updated, deleted } = toDifference(pairsOfMoments(past, current));
  const places = [...created, ...updated, ...deleted].map(({ service, id }) => ({ service, id, field: null }));
  const users = await whoChanged(deps, stored.member_id, stored.base_revision, places.slice(0, 100));
  const names = [...new Set(users)].filter((user) => user !== undefined);
  const by = names.length === 0 ? '' : ` by ${names.join(', ')}`;
  return `the live tiers were changed${by} (${listed(summary.slice(0, mostNamed), summary.length)})`;
}

const listed = (words: readonly string[], count: number): string =>
  [...words, ...(count > words.length ? [`and ${count - words.length} more`] : [])].join('; ');

/** Throws where lint finds an error in the carried draft that neither the live tiers nor the draft have. */
async function requireNoNewError(
  deps: Deps,
  call: CallContext,
  { held, current }: Carrying,
  { content }: CarriedDraft,
): Promise<void> {
  const dryRunOf = async (file: ReturnType<typeof toFile>) =>
    (await planImport(deps, call, current, { file, isDryRun: true })).answer;
  const carried = await dryRunOf(toFile(content));
  if (newErrors(carried, []).length === 0) return;
  const live = { findings: await findingsOf(current.ym_profile.id, current) };
  const [found] = newErrors(carried, [live, await dryRunOf(toFile(held.content))]);
  if (found === undefined) return;
  const words = await liveWords(deps, held.stored, current);
  throw refusal(
    `applied to the live tiers it would have an error that neither they nor the draft have: ${found.message} Since the draft was made, ${words}`,
  );
}
