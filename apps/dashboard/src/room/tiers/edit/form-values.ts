import { issuesOf, tierResource } from '@auction-tiers/contract';
import type { DraftTier } from '../../../draft/content.ts';
import type { FieldProblem } from '../../../service/problem.ts';
import type { Buyer } from './bulk.ts';

/** A tier as it is typed. */
export interface FormValues {
  readonly name: string;
  readonly action: 'include' | 'exclude';
  readonly priority: string;
  /** Net, CPM; empty: none. */
  readonly price: string;
  readonly buyers: readonly Buyer[];
  readonly profileId: number | null;
  readonly code: string;
  readonly description: string;
}

export const emptyValues: FormValues = {
  name: '',
  action: 'include',
  priority: '5',
  price: '',
  buyers: [],
  profileId: null,
  code: '',
  description: '',
};

/** A price without the zeros that say nothing: `2.5` of `2.500000`, but `2.00` of `2.000000`. */
const shortPrice = (price: string): string => price.replace(/(\.\d\d\d*?)0+$/, '$1');

export function valuesOf(tier: DraftTier): FormValues {
  return {
    name: tier.name,
    action: tier.member_action,
    priority: String(tier.priority),
    price: tier.min_price === null ? '' : shortPrice(tier.min_price),
    buyers: tier.buyer_members ?? [],
    profileId: tier.profile_id,
    code: tier.code ?? '',
    description: tier.description ?? '',
  };
}

/** The problems of a tier by its field; those of no field of the form stand under the empty name. */
export type ProblemsByField = ReadonlyMap<string, string>;

export type CheckedValues =
  | { readonly ok: true; readonly tier: DraftTier }
  | { readonly ok: false; readonly problems: ProblemsByField };

/** Checks what was typed as the service will, with the contract's own schema. */
export function checkValues(values: FormValues, id: number | undefined, ymProfileId: number): CheckedValues {
  const priority = values.priority.trim();
  const parsed = tierResource.Create.safeParse({
    name: values.name.trim(),
    code: values.code.trim() === '' ? null : values.code.trim(),
    description: values.description === '' ? null : values.description,
    profile_id: values.profileId,
    priority: priority === '' ? undefined : Number(priority),
    ym_profile_id: ymProfileId,
    min_price: values.price.trim() === '' ? null : values.price.trim(),
    member_action: values.action,
    buyer_members: [...values.buyers],
  });
  if (!parsed.success) return { ok: false, problems: problemsByField(issuesOf(parsed.error)) };
  const { ym_profile_id: _ym, member_id: _member, created_on: _on, last_modified: _at, id: _id, ...rest } = parsed.data;
  const tier = { ...(id === undefined ? {} : { id }), ...rest, priority: rest.priority ?? 5 } as DraftTier;
  const issues = tierResource.check(tier as never);
  return issues.length === 0 ? { ok: true, tier } : { ok: false, problems: problemsByField(issues) };
}

const fields: ReadonlySet<string> = new Set([
  'name',
  'code',
  'description',
  'profile_id',
  'priority',
  'min_price',
  'member_action',
  'buyer_members',
]);

/** The first problem of each field. Within a draft the service names a tier by its place: `tier_set.tiers.3.min_price`. */
export function problemsByField(problems: readonly FieldProblem[]): ProblemsByField {
  const byField = new Map<string, string>();
  for (const { path, message } of problems) {
    const [first = '', ...rest] = path.replace(/^(?:changes\.)?(?:tier_set\.)?(?:tiers\.\d+\.)?/, '').split('.');
    const field = fields.has(first) ? first : '';
    const where = field === '' && path !== '' ? `${path} ` : rest.length > 0 ? `${rest.join('.')} ` : '';
    if (!byField.has(field)) byField.set(field, `${where}${message}`);
  }
  return byField;
}
