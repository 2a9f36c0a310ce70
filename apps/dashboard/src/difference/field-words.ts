import { fieldNames, fieldOf, isPrice, isTime } from '@auction-tiers/contract';
import { momentText, msOf } from '../figure/date.ts';
import { cpmPrice, cpmText, currencyShown } from '../figure/figures.ts';
import { fieldLabel } from '../saying/field-label.ts';
import { buyerName } from '../words/buyer-name.ts';
import { commitmentText } from '../words/commitment.ts';
import { listWords } from '../words/targeting.ts';

export { fieldLabel, fieldNames, isPrice };

/** Gives the name of a targeting profile by its id. */
export type ProfileName = (id: number) => string | null;

interface Named {
  readonly id?: number | undefined;
  readonly name: string | null;
}

/** The names of profiles in one or more tier sets; of several profiles with the same id the last one counts. */
export function profileNames(...lists: readonly (readonly Named[])[]): ProfileName {
  const names = new Map(lists.flat().map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? null;
}

/** A value of a field as the page shows it. */
export function valueText(field: string, value: unknown, profileName: ProfileName = () => null): string {
  if (field === 'profile_id') {
    if (value === null || value === undefined) return 'everywhere';
    return profileName(Number(value)) ?? 'a targeting profile';
  }
  if (value === null || value === undefined) return field === 'max_forgone' ? 'no limit' : 'none';
  if (isPrice(field)) return cpmText(value as string);
  if (isTime(field)) return momentText(msOf(value as string));
  if (field === 'member_action') return value === 'include' ? '▲ include' : '⊘ exclude';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => elementText(field, one)).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One element of a list: a buyer by its name, a target in words. */
function elementText(field: string, element: unknown): string {
  if (field.endsWith('_targets')) {
    const words = listWords({ [field]: [element] }, field as 'country_targets', true);
    if (words !== null) return field === 'daypart_targets' ? words.replace(/ UTC$/, '') : words;
  }
  if (typeof element !== 'object' || element === null) return String(element);
  if (field === 'commitments') return commitmentText(element, null, currencyShown());
  const { id, name } = element as { readonly id?: number; readonly name?: string | null };
  if (id === undefined) return name ?? JSON.stringify(element);
  return field === 'buyer_members' ? buyerName({ id, name }) : (name ?? String(id));
}

/** The elements that a change adds to a list and removes from it; null where the values are not lists. */
export function listChange(field: string, before: unknown, after: unknown) {
  if (!Array.isArray(before) && !Array.isArray(after)) return null;
  const [old, fresh] = [before, after].map((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  return { added: without(field, fresh!, old!), removed: without(field, old!, fresh!) };
}

function without(field: string, list: readonly unknown[], other: readonly unknown[]): string[] {
  const others = new Set(other.map((one) => JSON.stringify(one)));
  return list.filter((one) => !others.has(JSON.stringify(one))).map((one) => elementText(field, one));
}

interface Worded {
  readonly priority?: number | undefined;
  readonly member_action?: string | undefined;
  readonly buyer_members?: readonly unknown[] | null | undefined;
  readonly profile_id?: number | null | undefined;
}

const priceFields = fieldNames.filter(isPrice);

/** A tier in one line: `▲ include, priority 5, net minimum 2.00 EUR CPM, Saffron Travel, everywhere`. */
export function tierText(tier: Worded, profileName?: ProfileName): string {
  const { priority, member_action: action = 'exclude', buyer_members: buyers, profile_id } = tier;
  const values = tier as Readonly<Record<string, unknown>>;
  const prices = priceFields.flatMap((field) => {
    const price = values[field];
    const label = fieldOf(field)?.label ?? field;
    return typeof price === 'string' ? [`${label.toLowerCase()} ${cpmPrice(price)}`] : [];
  });
  return [
    valueText('member_action', action),
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...prices,
    (buyers ?? []).length === 0 ? 'no buyer' : valueText('buyer_members', buyers),
    valueText('profile_id', profile_id, profileName),
  ].join(', ');
}
