import { type Draft, type Member, withNamedMoment } from '@auction-tiers/contract';
import { momentInName, momentText, msOf } from '../figure/date.ts';

type Named = Pick<Draft, 'name' | 'created_by' | 'edits'>;

/** What a draft is called: its name or, until a user names it, what it changes: `Pair A`, `Pair A and 3 more`. */
export function draftTitle({ name, created_by: maker, edits: [first, ...more] }: Named): string {
  if (name !== null) return withNamedMoment(name, momentInName);
  if (first === undefined) return `Draft of ${maker}`;
  const words = first.name ?? 'Targeting profile';
  return more.length === 0 ? words : `${words} and ${more.length} more`;
}

/** The same within a sentence. */
export const draftName = (draft: Named): string =>
  draft.name === null && draft.edits.length === 0 ? `The draft of ${draft.created_by}` : `“${draftTitle(draft)}”`;

/** Whether a scheduled draft is applied to live tiers that change before its time; else it is not published then. */
export const isCarried = (
  { if_changed: ifChanged }: Pick<Draft, 'if_changed'>,
  publishing: Member['publishing'],
): boolean => ifChanged !== 'suspend' && publishing !== 'approved';

/** When a scheduled draft becomes live, for the reader's clock. */
export function scheduledText(draft: Named & Pick<Draft, 'publish_at'>): string {
  const at = draft.publish_at;
  return `${draftName(draft)} is scheduled for ${at === null ? 'a later time' : momentText(msOf(at))}`;
}
