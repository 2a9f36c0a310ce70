import type { Draft, Member } from '@auction-tiers/contract';
import { momentColumn, momentOfClock, momentText, msOf } from '../figure/date.ts';

type Named = Pick<Draft, 'name' | 'created_by' | 'edits'>;

/** The moment in the name of a draft that takes something back, as the service writes it: by the member's clock. */
const momentNamed = /(?<=^(?:Back to|Undo of) )(\d{4}-\d\d-\d\d) (\d\d:\d\d)/;

/** What a draft is called: its name or, until a user names it, what it changes: `Pair A`, `Pair A and 3 more`. */
export function draftTitle({ name, created_by: maker, edits: [first, ...more] }: Named): string {
  if (name !== null)
    return name.replace(momentNamed, (moment, day: string, time: string) => {
      const ms = momentOfClock(`${day}T${time}`);
      return ms === null ? moment : momentColumn(ms);
    });
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
