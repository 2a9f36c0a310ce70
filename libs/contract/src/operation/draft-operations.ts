import { z } from 'zod';
import { inKey } from '../resource/object.ts';
import { type Draft, draftResource } from '../tier-set/draft.ts';
import { parseDraftInSteps, type TierSetDraft } from '../tier-set/draft-file.ts';
import { Id } from '../value/scalar.ts';
import { post, put, type, write, written } from './operation.ts';
import { IfMatch, removable, stored } from './resource-operations.ts';

const { service } = draftResource;

export const CreateDraft = draftResource.Create.extend({
  ym_profile_id: Id.optional(),
  /** The ym-profile to begin from, whose live tiers the draft then has. */
  from: Id.optional(),
});
export type CreateDraft = z.output<typeof CreateDraft>;

export const UpdateDraft = z.strictObject({
  id: Id,
  changes: draftResource.Update,
  member_id: Id.optional(),
  if_match: IfMatch.optional(),
});
export type UpdateDraft = z.output<typeof UpdateDraft>;

type Given = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the tiers of a draft in steps, and gives the draft without them; without tiers there is nothing to do. */
function* parseTierSet(draft: unknown, path: string): Generator<undefined, [unknown, TierSetDraft | null], undefined> {
  if (!isObject(draft) || !isObject(draft['tier_set'])) return [draft, null];
  const parsed = yield* parseDraftInSteps(draft['tier_set'], path);
  return [{ ...draft, tier_set: { tiers: [] } }, parsed];
}

function* parseCreateInSteps(input: unknown): Generator<undefined, CreateDraft, undefined> {
  const [rest, tierSet] = yield* parseTierSet(input, 'tier_set');
  const parsed = CreateDraft.parse(rest);
  return tierSet === null ? parsed : { ...parsed, tier_set: tierSet };
}

function* parseUpdateInSteps(input: unknown): Generator<undefined, UpdateDraft, undefined> {
  const { changes, ...named } = isObject(input) ? input : {};
  const [rest, tierSet] = yield* parseTierSet(changes, 'changes.tier_set');
  const parsed = UpdateDraft.parse(isObject(input) ? { ...named, changes: rest } : input);
  return tierSet === null ? parsed : { ...parsed, changes: { ...parsed.changes, tier_set: tierSet } };
}

/** Drafts: the objects themselves. */
export const draftOperations = {
  ...stored(draftResource),
  create: write({
    input: CreateDraft,
    parseInSteps: parseCreateInSteps,
    output: type<Draft>(),
    rest: post(`/${service}`, {
      query: { from: 'whole', member_id: 'member' },
      headers: ['idempotency-key'],
      body: { content: inKey(service), size: 'tierSet', isOptional: true },
      etag: 'written',
      answer: written(service),
    }),
  }),
  update: write({
    input: UpdateDraft,
    parseInSteps: parseUpdateInSteps,
    output: type<Draft>(),
    rest: put(`/${service}`, {
      query: { id: 'id', member_id: 'whole' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(service), as: 'changes', size: 'tierSet' },
      etag: 'written',
      answer: written(service),
    }),
  }),
  ...removable(draftResource),
};
