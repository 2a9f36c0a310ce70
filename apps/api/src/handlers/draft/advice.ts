import {
  type DraftContent,
  type ImportAnswer,
  isSameContent,
  mergeDraft,
  type PublishQuestion,
  ServiceError,
  type StoredDraft,
  toContent,
} from '@auction-tiers/contract';
import { publishingOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { findingsOf } from '../tier-set/import-answer.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { nouns } from './conflict-words.ts';
import { baseContentOf } from './base.ts';
import { newErrors } from './lint-error.ts';
import { type HeldDraft, requireDraftOf } from './stored-draft.ts';

/** A draft to publish, and the tiers that are live until then. */
interface ToPublish {
  readonly held: HeldDraft;
  readonly current: StoredTierSet;
}

/** Warns of another scheduled draft of the ym-profile: what the publish will do to that draft. */
export async function warnOfScheduled(
  deps: Deps,
  scheduled: StoredDraft | undefined,
  { held, current }: ToPublish,
): Promise<readonly string[]> {
  if (scheduled === undefined || isSameContent(held.content, toContent(current))) return [];
  const { id, name, publish_at: at, scheduled_by: user } = scheduled;
  const title = `draft ${id}${name === null ? '' : ` "${name}"`}`;
  return [`${title} is scheduled for ${at} UTC by ${user}: ${await fate(deps, scheduled, { held, current })}`];
}

/** What will happen to a scheduled draft at its time, if the other draft is live then and nothing else has changed. */
async function fate(deps: Deps, stored: StoredDraft, { held, current }: ToPublish): Promise<string> {
  if (stored.if_changed === 'suspend') return 'it will be suspended, because it was scheduled for unchanged tiers only';
  const base = await baseContentOf(deps, stored, current);
  if (base === undefined) return 'it will be suspended, because what it was made from is not kept any more';
  const content = contentOf(deps, stored);
  if (content === undefined) return 'it will be suspended, because it is stored in a form that cannot be read';
  const merged = mergeDraft(base, held.content, content);
  if (!merged.ok) {
    const places = merged.conflicts.slice(0, mostNamed).map(placeWords);
    const more = merged.conflicts.length - places.length;
    return `it will be suspended, because both change ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
  const isOther = !isSameContent(merged.content, content);
  return isOther && publishingOf(deps.mirror, stored.member_id) === 'approved'
    ? 'it will be suspended, because it then needs another approval'
    : 'what it changes will be carried onto these tiers';
}

/** The content of a draft; undefined where a part of it cannot be read, which must not keep another draft from going live. */
function contentOf({ mirror }: Pick<Deps, 'mirror'>, { id, member_id: owner }: StoredDraft): DraftContent | undefined {
  try {
    return requireDraftOf(mirror, owner, id).content;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

const mostNamed = 5;

function placeWords({
  service,
  id,
  name,
  field,
}: {
  service: keyof typeof nouns;
  id: number;
  name: string | null;
  field: string | null;
}) {
  return [field, field === null ? undefined : 'of', nouns[service], id, name]
    .filter((word) => word !== null && word !== undefined)
    .join(' ');
}

/** The questions to ask a user before a draft is published. `told`: the warnings of `warnOfScheduled`. */
export async function askBefore({
  held,
  current,
  answer,
  told,
}: ToPublish & {
  readonly answer: Pick<ImportAnswer, 'summary' | 'findings' | 'created'>;
  readonly told: readonly string[];
}): Promise<PublishQuestion[]> {
  const asks: PublishQuestion[] = [];
  if (answer.summary.length > 0 && held.stored.simulation_id === null) {
    asks.push({ code: 'stale_verdict', message: noVerdict(held.stored) });
  }
  if (newErrors(answer, []).length > 0) {
    const live = { findings: await findingsOf(current.ym_profile.id, current) };
    for (const { message } of newErrors(answer, [live])) asks.push({ code: 'new_lint_error', message });
  }
  return [...asks, ...told.map((message) => ({ code: 'scheduled_meanwhile' as const, message }))];
}

const noVerdict = ({ id }: StoredDraft) =>
  `there is no comparison of the present content of draft ${id} with the live tiers: it was never compared, or has changed since`;
