import type { Hash } from '@auction-tiers/contract';
import type { Step } from '../../port/change.ts';

/** A single write without a note. */
export const plainStep: Step = { kind: 'write', note: null, draftId: null, breakGlass: null };

const kinds: ReadonlySet<string> = new Set<Step['kind']>(['write', 'import', 'publish', 'restore', 'undo']);

/** The step fields of a change stream entry, as field, text, ...; null values have no field. */
export function stepFields({ kind, note, draftId, breakGlass }: Step): string[] {
  const fields = { kind, note, draft_id: draftId, break_glass: breakGlass };
  return Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : [field, String(value)]));
}

/** The inverse of `stepFields`. Without a kind it was a single write or, if the entry has a `through`, an import. */
export function toStep(fields: Hash): Step {
  const { kind = fields['through'] === undefined ? 'write' : 'import', note, draft_id: draftId } = fields;
  return {
    // A later version may write kinds that this one does not know.
    kind: kinds.has(kind) ? (kind as Step['kind']) : 'write',
    note: note ?? null,
    draftId: draftId === undefined ? null : Number(draftId),
    breakGlass: fields['break_glass'] ?? null,
  };
}
