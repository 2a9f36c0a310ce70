import { hourText } from '@auction-tiers/calendar';
import type { TargetingProfile } from '@auction-tiers/contract';
import { dmaSearchText, findDma } from '@auction-tiers/dma-data';
import { zoneShown, zoneWords } from '../figure/date.ts';
import { upper } from './phrase.ts';

/** A profile, also one that is drafted: the lists and actions of its dimensions. */
export type Targeting = Partial<Omit<TargetingProfile, 'id'>>;

type Lists = { [Name in keyof Targeting as Name extends `${string}_targets` ? Name : never]: Targeting[Name] };
type ElementOf<Name extends keyof Lists> = NonNullable<Lists[Name]>[number];

/** The words for one element of each list. */
const elements: { readonly [Name in keyof Required<Lists>]: (element: ElementOf<Name>) => string } = {
  country_targets: ({ code }) => code,
  region_targets: ({ code }) => code,
  city_targets: ({ name, country_code: country }) => `${name} (${country})`,
  dma_targets: ({ dma }) => `${findDma(dma)?.name ?? dma} DMA`,
  size_targets: ({ width, height }) => `${width}×${height}`,
  publisher_targets: ({ id }) => `publisher ${id}`,
  site_targets: ({ id }) => `site ${id}`,
  placement_targets: ({ id }) => `placement ${id}`,
  domain_targets: ({ domain }) => domain,
  device_type_targets: (type) => plain(type),
  operating_system_family_targets: ({ name }) => name,
  carrier_targets: ({ name }) => name,
  browser_targets: ({ name }) => name,
  language_targets: ({ code }) => `language ${code}`,
  supply_type_targets: (type) => plain(type),
  content_category_targets: ({ code }) => code,
  media_type_targets: (type) => `${type} bids`,
  position_targets: (position) => `position ${position}`,
  deal_targets: ({ code }) => `deal ${code}`,
  advertiser_domain_targets: ({ domain }) => `advertiser ${domain}`,
  segment_targets: ({ id, action }) => `${action === 'exclude' ? 'not ' : ''}segment ${id}`,
  key_value_targets: ({ key, values, action }) => `${key} ${action === 'exclude' ? '≠' : '='} ${values.join('|')}`,
  daypart_targets: ({ day, start_hour: start, end_hour: end }) =>
    `${day === 'all' ? '' : `${weekday(day)} `}${hourText(start)}–${hourText(end + 1)}`,
};

const plain = (value: string): string => value.replaceAll('_', ' ');
const weekday = (day: string): string => upper(day.slice(0, 3));

/** The lists in the order in which people say them: where, on what, when, for whom. */
const order = Object.keys(elements) as (keyof Lists)[];
const mostNamed = 3;

/** The action of a list; `include` for those that have none. */
function actionOf(profile: Targeting, list: keyof Lists): 'include' | 'exclude' {
  const isInventory = ['publisher_targets', 'site_targets', 'placement_targets'].includes(list);
  const action = isInventory ? 'inventory_action' : list.replace(/_targets$/, '_action');
  return (profile as Record<string, unknown>)[action] === 'exclude' ? 'exclude' : 'include';
}

/** The values of a list in words; all of them, or the first three of many. */
export function listWords(profile: Targeting, list: keyof Lists, isWhole = false): string | null {
  const targets: readonly unknown[] = profile[list] ?? [];
  if (targets.length === 0) return null;
  const say = elements[list] as (element: unknown) => string;
  const named = (isWhole ? targets : targets.slice(0, mostNamed)).map(say);
  const more = targets.length - named.length;
  const zone = list === 'daypart_targets' ? zoneText(profile.daypart_timezone ?? 'UTC', isWhole) : '';
  const not = actionOf(profile, list) === 'exclude' ? 'not ' : '';
  return `${not}${named.join(list === 'key_value_targets' ? ' and ' : ' or ')}${more > 0 ? ` +${more}` : ''}${zone}`;
}

/** Beside hours: in whole texts, which files have too, always; else in words, where it is not the page's own. */
function zoneText(zone: string, isWhole: boolean): string {
  if (isWhole) return ` ${zone}`;
  return zone === zoneShown() ? '' : ` (${zoneWords(zone)})`;
}

/** The words of every dimension that a profile uses: "US", "300×250", "18:00–24:00 (New York time)". */
export const targetingWords = (profile: Targeting, isWhole = false): readonly string[] =>
  order.flatMap((list) => listWords(profile, list, isWhole) ?? []);

/** The text in which a search looks for a profile: its words, and its markets by state and by common names. */
export function targetingText(profile: Targeting): string {
  const markets = (profile.dma_targets ?? []).map(({ dma }) => dmaSearchText(dma));
  return searchable([...targetingWords(profile, true), ...markets].join('\n'));
}

/** A text as searches compare it: in lower case, and sizes as they are typed, `300x250`. */
export const searchable = (text: string): string => text.toLowerCase().replaceAll('×', 'x');

/** Where a tier applies, in one line: `everywhere` without a profile, or with one that asks for nothing. */
export function whereText(profile: Targeting | null | undefined): string {
  const words = profile === null || profile === undefined ? [] : targetingWords(profile);
  return words.length === 0 ? 'everywhere' : words.join(', ');
}
