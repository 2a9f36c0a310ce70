import { draftResource } from '../draft/draft.ts';
import type { Field } from '../resource/field.ts';
import { memberResource } from '../resources/member.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';

/** In what a text for people gives prices and times. */
export interface Shown {
  /** ISO 4217. */
  readonly currency: string;
  /** An IANA name; null: the zone is named elsewhere. */
  readonly timeZone: string | null;
}

/** The fields that a user sets, by name, with their labels and types. */
const fields: Readonly<Record<string, Field>> = {
  ...draftResource.fields,
  ...memberResource.fields,
  ...ymProfileResource.fields,
  ...profileResource.fields,
  ...tierResource.fields,
};

/** The names of the fields that a person sets, for texts in which the service names them. */
export const fieldNames: readonly string[] = Object.entries(fields).flatMap(([name, { mode }]) =>
  mode === 'read_only' || name === 'member_id' || name === 'ym_profile_id' ? [] : [name],
);

/** Labels of fields whose names say something else, and of names that are no fields of a stored object. */
const otherLabels: Readonly<Record<string, string>> = {
  at: 'Time',
  buyer_members: 'Buyers',
  commitments: 'Promises',
  current_password: 'Current password',
  first_ym_profile: 'First group of sites',
  new_password: 'New password',
  profile_id: 'Targeting',
  record_share: 'Part of the auctions that is recorded',
  revenue_share_pct: 'Fee',
  ym_profile_id: 'Group of sites',
};

/** Label of a field, with the currency of a price and, unless it is null, the zone of a time: `Net minimum (EUR CPM)`. */
export function fieldLabel(field: string, { currency, timeZone }: Shown): string {
  const words = field.replaceAll('_', ' ').replace(/ targets$/, 's');
  const { label = otherLabels[field] ?? words.charAt(0).toUpperCase() + words.slice(1), unit } = fields[field] ?? {};
  if (isTime(field)) return timeZone === null ? label : `${label} (${timeZone})`;
  return unit === undefined ? label : `${label} (${unit === 'CPM' ? `${currency} CPM` : unit})`;
}

/** The label within a sentence, in lower case; `DMAs` keeps its letters. */
export const labelWithin = (field: string, shown: Shown): string =>
  fieldLabel(field, shown).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** Whether a field holds a time that a person sets. */
export const isTime = (field: string): boolean => fields[field]?.type === 'date' && fields[field].mode !== 'read_only';

/** Whether a field holds a price. */
export const isPrice = (field: string): boolean => fields[field]?.type === 'money';

/** The field of a name; undefined: there is none. */
export const fieldOf = (name: string): Field | undefined => fields[name];

/** Every name of a field in messages of the service. */
export const namedFields: readonly string[] = [...new Set([...Object.keys(fields), ...Object.keys(otherLabels)])];
