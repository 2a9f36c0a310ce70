import { type AuctionTier, isPrice, type Issue, issuesOf, tierResource } from '@auction-tiers/contract';
import { readNumber, typedPrice } from '../../../figure/typed.ts';
import { fieldLabel } from '../../../saying/field-label.ts';
import { problemWords } from '../../../saying/refusal-words.ts';
import type { DraftTier } from '../../../draft/content.ts';
import type { Buyer } from './bulk.ts';

type Fields = typeof tierResource.fields;

/** The fields that are typed: texts, prices and numbers. */
export type TypedField = {
  [Name in keyof Fields]: Fields[Name]['mode'] extends 'read_only'
    ? never
    : Fields[Name]['filterBy'] extends 'order' | 'text'
      ? Name
      : never;
}[keyof Fields];

export const typedFields = (Object.keys(tierResource.fields) as (keyof Fields)[]).filter((name): name is TypedField => {
  const { mode, filterBy } = tierResource.fields[name];
  return mode !== 'read_only' && (filterBy === 'order' || filterBy === 'text');
});

/** The typed values of a tier; an empty text means no value. */
export interface FormValues extends Readonly<Record<TypedField, string>> {
  readonly member_action: 'include' | 'exclude';
  readonly state: AuctionTier['state'];
  readonly buyer_members: readonly Buyer[];
  readonly profile_id: number | null;
}

const typed = (valueOf: (name: TypedField) => string) =>
  Object.fromEntries(typedFields.map((name) => [name, valueOf(name)])) as Record<TypedField, string>;

/** A value as it is typed: a text or a number. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

export const emptyValues: FormValues = {
  ...typed((name) => textOf(tierResource.fields[name].initial)),
  member_action: 'include',
  state: 'active',
  buyer_members: [],
  profile_id: null,
};

export const valuesOf = (tier: DraftTier): FormValues => ({
  ...typed((name) => {
    const text = String(tier[name] ?? '');
    return isPrice(name) && text !== '' ? typedPrice(text) : text;
  }),
  member_action: tier.member_action,
  state: tier.state,
  buyer_members: tier.buyer_members ?? [],
  profile_id: tier.profile_id,
});

/** The problems of a tier by field; problems of no field of the form have an empty name. */
export type ProblemsByField = ReadonlyMap<string, string>;

export type CheckedValues =
  | { readonly ok: true; readonly tier: DraftTier }
  | { readonly ok: false; readonly problems: ProblemsByField };

/** A typed value as the service takes it; an empty text becomes the value of an unset field. */
function sentOf(name: TypedField, text: string): unknown {
  const { mode, initial, type } = tierResource.fields[name];
  if (text === '' && mode !== 'required') return initial;
  if (type === 'int') return Number(text);
  const read = isPrice(name) ? readNumber(text) : null;
  return read?.ok === true ? read.digits : text;
}

/** Checks what was typed as the service will, with the contract's own schema. */
export function checkValues(values: FormValues, id: number | undefined, ymProfileId: number): CheckedValues {
  const { profile_id, member_action, state, buyer_members } = values;
  const unread = typedFields.flatMap((name) => {
    const read = isPrice(name) && values[name].trim() !== '' ? readNumber(values[name]) : null;
    return read?.ok === false ? [[name, read.problem] as const] : [];
  });
  if (unread.length > 0) return { ok: false, problems: new Map(unread) };
  const parsed = tierResource.Create.safeParse({
    ...Object.fromEntries(typedFields.map((name) => [name, sentOf(name, values[name].trim())])),
    ym_profile_id: ymProfileId,
    profile_id,
    member_action,
    state,
    buyer_members: [...buyer_members],
  });
  if (!parsed.success) return { ok: false, problems: problemsByField(issuesOf(parsed.error)) };
  const { ym_profile_id: _ym, member_id: _member, created_on: _on, last_modified: _at, id: _id, ...rest } = parsed.data;
  const tier = { ...(id === undefined ? {} : { id }), ...rest } as DraftTier;
  const issues = tierResource.check({ ...tier, ...unstored });
  return issues.length === 0 ? { ok: true, tier } : { ok: false, problems: problemsByField(issues) };
}

/** Fields that a tier has only once it is stored, and that no rule of a tier checks. */
const unstored: Pick<AuctionTier, 'id' | 'ym_profile_id' | 'member_id' | 'created_on' | 'last_modified'> = {
  id: 0,
  ym_profile_id: 0,
  member_id: 0,
  created_on: '',
  last_modified: '',
};

const fields: ReadonlySet<string> = new Set([...typedFields, 'member_action', 'state', 'buyer_members', 'profile_id']);

/** The first problem of each field. Within a draft the service names a tier by its place: `tier_set.tiers.3.min_price`. */
export function problemsByField(problems: readonly Issue[]): ProblemsByField {
  const byField = new Map<string, string>();
  for (const { path, message } of problems) {
    const [first = ''] = path.replace(/^(?:changes\.)?(?:tier_set\.)?(?:tiers\.\d+\.)?/, '').split('.');
    const field = fields.has(first) ? first : '';
    const where = field === '' && first !== '' ? `${fieldLabel(first)} ` : '';
    if (!byField.has(field)) byField.set(field, `${where}${problemWords(message)}`);
  }
  return byField;
}
