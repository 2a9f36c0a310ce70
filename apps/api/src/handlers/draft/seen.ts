import {
  contentOfParts,
  cut,
  type DraftContent,
  draftDifference,
  type DraftMoved,
  type DraftPart,
  dateText,
  isSameValue,
  mostStepsRead,
  type Plain,
  ServiceError,
  type StoredDraft,
} from '@auction-tiers/contract';
import { type Change, type Position, StoreUnavailable } from '@auction-tiers/store';
import type { Deps } from '../request/deps.ts';
import { changesDecision, decisivePart, draftTag, sentParts } from './draft-tag.ts';
import { contentHash, type HeldDraft } from './stored-draft.ts';

/**
 * Throws `precondition_failed` unless the draft, just read from the mirror, is in one of the states that `ifMatch`
 * names; `path` names where it was sent. The error says what has changed since, which user changed it last, and when.
 */
export async function requireSeen(
  deps: Deps,
  held: HeldDraft,
  ifMatch: string | undefined,
  path: 'if_match' | 'draft_etag' = 'if_match',
): Promise<void> {
  const { stored } = held;
  if (ifMatch === undefined || ifMatch.trim() === '*' || sentParts(ifMatch).includes(decisivePart(stored))) return;
  const partition = deps.follower.positions.partitionOf(stored.member_id);
  const { seen, last } = await findSeen(deps, held, sentParts(ifMatch), deps.follower.positions.position(partition));
  const moved: DraftMoved = {
    ...(seen === undefined ? {} : await difference(seen, held)),
    changed_by: last?.user ?? stored.changed_by,
    changed_at: last === undefined ? stored.last_modified : dateText(last.timeMs),
    etag: draftTag(stored),
  };
  const words = [
    ...(moved.difference?.summary ?? []),
    ...(moved.attributes ?? []).map(({ field, before, after }) => `${field} ${shown(before)} -> ${shown(after)}`),
  ].join('; ');
  const message = `draft ${stored.id} is not in the state that ${path === 'if_match' ? 'If-Match' : path} names (${ifMatch}): it was changed by ${moved.changed_by} at ${moved.changed_at} UTC, and nothing was done now${words === '' ? '' : `. Changed since: ${words}`}`;
  throw new ServiceError('precondition_failed', cut(message, longestMessage), {
    issues: [{ path, message: `is ${ifMatch}, but the draft's is ${moved.etag}` }],
    details: moved,
  });
}

const longestMessage = 2000;
const shown = (value: unknown) => JSON.stringify(value) ?? 'null';

/** The attributes of a draft, besides its content, that a user sets or that determine its publish. */
const compared = [
  'name',
  'note',
  'commitments',
  'publisher_ids',
  'base_revision',
  'state',
  'publish_at',
  'if_changed',
  'suspended_reason',
  'approval_asked',
  'approved_by',
] as const satisfies readonly (keyof StoredDraft)[];

/** A draft as it was. */
interface PastDraft {
  readonly stored: Plain;
  readonly content: DraftContent;
}

async function difference(seen: PastDraft, held: HeldDraft): Promise<Pick<DraftMoved, 'difference' | 'attributes'>> {
  const attributes = compared
    .map((field) => ({ field, before: seen.stored[field] ?? null, after: held.stored[field] ?? null }))
    .filter(({ before, after }) => !isSameValue(before, after));
  return { difference: draftDifference(seen.content, held.content), attributes };
}

interface Found {
  /** Undefined: the state was not found among the newest changes. */
  readonly seen?: PastDraft;
  /** The newest change of the draft's decisive attributes. */
  readonly last?: Change;
}

/**
 * Looks for a state of a draft by undoing its changes, from the newest to the oldest. States are compared only between
 * two batch writes: before the first change of a write is undone.
 */
async function findSeen(
  { store }: Pick<Deps, 'store'>,
  { stored, parts }: HeldDraft,
  wanted: readonly string[],
  present: Position,
): Promise<Found> {
  const { id, member_id: owner } = stored;
  let row: Plain = stored;
  const entries = new Map(parts.map((part) => [part.id, part]));
  let last: Change | undefined;
  let undone: number | undefined;
  let count = 0;
  for (let through = present.revision; count < mostStepsRead; ) {
    const page = await store.changesOf(owner, 0, through);
    if (page.epoch !== present.epoch) throw new StoreUnavailable('Redis has another history than before the request');
    for (const change of page.changes) {
      if (!isOf(change, id, entries)) continue;
      if (change.through !== undone && wanted.includes(decisivePart(row))) {
        const content = contentOfParts([...entries.values()]);
        const isWhole = contentHash(content) === row['content_sha256'];
        return { ...(isWhole ? { seen: { stored: row, content } } : {}), ...(last && { last }) };
      }
      if (change.service === 'draft' && changesDecision(change)) last ??= change;
      if (last !== undefined && wanted.length === 0) return { last };
      undone = change.through;
      if (change.service === 'draft-part') undo(entries, change);
      // The change that created the draft: there is no earlier state.
      else if (change.before === null) return { ...(last && { last }) };
      else row = { ...row, ...change.before };
    }
    count += page.changes.length;
    if (page.isComplete) break;
    through = (page.changes.at(-1)?.revision ?? 0) - 1;
  }
  return last === undefined ? {} : { last };
}

/** Whether a change is one of the draft or of a part of it. */
function isOf({ service, id, before, after }: Change, draftId: number, parts: ReadonlyMap<number, DraftPart>): boolean {
  if (service === 'draft') return id === draftId;
  return service === 'draft-part' && (parts.has(id) || (before ?? after)?.['draft_id'] === draftId);
}

function undo(parts: Map<number, DraftPart>, { id, operation, before }: Change): void {
  if (operation === 'create') parts.delete(id);
  else parts.set(id, { ...parts.get(id), ...before } as DraftPart);
}
