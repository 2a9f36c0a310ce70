import { cut, type MergeConflict } from '@auction-tiers/contract';

/** Words for the services of a conflict's objects. */
export const nouns = { 'ym-profile': 'ym-profile', 'ym-auction-tier': 'tier', profile: 'profile' } as const;
const longestValue = 60;

/**
 * A conflict in words, with the `user` who made the live change where that is known, such as
 * `tier 7 Gold, min_price: 2.000000 when the draft was made, set to 2.500000 by ann, 9.000000 in the draft`.
 */
export function conflictWords({ service, id, name, field, base, live, draft }: MergeConflict, user?: string): string {
  const object = `${nouns[service]} ${id}${name === null ? '' : ` ${name}`}`;
  const by = user === undefined ? '' : ` by ${user}`;
  if (field !== null) {
    const [was, is, proposed] = [base, live, draft].map(shown);
    return `${object}, ${field}: ${was} when the draft was made, set to ${is}${by}, ${proposed} in the draft`;
  }
  if (live === null) return `${object} was deleted${by}, and is changed in the draft`;
  return draft === null
    ? `${object} was changed${by}, and the draft deletes it`
    : `${object} was changed${by}, and no tier of the draft uses it any more`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  return text.length <= longestValue ? text : `${cut(text, longestValue - 1)}…`;
}
