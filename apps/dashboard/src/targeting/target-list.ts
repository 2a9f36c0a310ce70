import { profileResource, type TargetingProfile } from '@auction-tiers/contract';
import { countries, dmas, searchDmas } from '@auction-tiers/dma-data';
import { days, deviceTypes, mediaTypes, positions, supplyTypes } from '@auction-tiers/tier-engine';
import type { Option } from '../part/options.ts';
import { toInventoryId } from '@auction-tiers/tier-engine/name';

/** A profile as it is edited: what the service sets is left out. */
export type ProfileBody = Partial<Omit<TargetingProfile, 'id' | 'last_modified' | 'member_id'>>;

export type ListName = Extract<keyof TargetingProfile, `${string}_targets`>;
/** Every list but the hours of the week, which have a grid. */
export type TypedList = Exclude<ListName, 'daypart_targets'>;

/** How the elements of a list are typed and shown: each as one short text. */
export interface TargetList {
  readonly label: string;
  /** An example, or how to type an element. */
  readonly hint: string;
  readonly toText: (element: never) => string;
  /** The element that a text means; undefined where the text is not valid. */
  readonly toElement: (text: string) => object | string | undefined;
  /** Whether an element may have a comma; else commas part the elements that are typed or pasted. */
  readonly hasCommas?: boolean;
  /** The only values that can be chosen, if they are limited. */
  readonly choices?: readonly Option[];
  /** The values that a typed text means, beside those whose label contains the text. */
  readonly find?: (text: string) => readonly string[];
}

const keyed = (label: string, hint: string, key: string): TargetList => ({
  label,
  hint,
  toText: (element: Readonly<Record<string, string>>) => element[key]!,
  toElement: (text) => ({ [key]: text }),
});

const named = (label: string, hint: string): TargetList => ({ ...keyed(label, hint, 'name'), hasCommas: true });

const inventory = (label: string, hint: string): TargetList => ({
  label,
  hint,
  toText: ({ id }: { readonly id: number | string }) => String(id),
  toElement: (text) => ({ id: toInventoryId(text) }),
});

/** Quotes around a segment's name that would be read as `not` and another name, or as a name in quotes. */
const quotedIfUnclear = (name: string): string => (/^(not(\s|$)|")/i.test(name) ? `"${name}"` : name);

const chosen = (label: string, values: readonly string[]): TargetList => ({
  label,
  hint: 'Choose',
  toText: (element: string) => element,
  toElement: (text) => (values.includes(text) ? text : undefined),
  choices: values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
});

const isWhole = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

export const targetLists: { readonly [Name in TypedList]: TargetList } = {
  country_targets: {
    label: 'Countries',
    hint: 'Search by code or name',
    toText: ({ code }: { readonly code: string }) => code,
    toElement: (text) => ({ code: text }),
    choices: countries.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  },
  region_targets: keyed('Regions', 'ISO 3166-2, such as US-NY', 'code'),
  city_targets: {
    label: 'Cities',
    hint: 'Such as New York (US)',
    hasCommas: true,
    toText: ({ name, country_code: country }: { readonly name: string; readonly country_code: string }) =>
      `${name} (${country})`,
    toElement(text) {
      const [, name, country] = /^(.+?)\s*\(([A-Za-z]{2})\)$/.exec(text) ?? [];
      return name === undefined || country === undefined ? undefined : { name, country_code: country.toUpperCase() };
    },
  },
  dma_targets: {
    label: 'US market areas (DMA)',
    hint: 'Search by number, name or state',
    toText: ({ dma }: { readonly dma: number }) => String(dma),
    toElement: (text) => (isWhole(text) ? { dma: Number(text) } : undefined),
    choices: dmas.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    find: (text) => searchDmas(text).map(({ code }) => code),
  },
  size_targets: {
    label: 'Sizes',
    hint: 'Such as 300x250',
    toText: ({ width, height }: { readonly width: number; readonly height: number }) => `${width}x${height}`,
    toElement(text) {
      const [, width, height] = /^(\d{1,6})\s*[x×]\s*(\d{1,6})$/i.exec(text) ?? [];
      return width === undefined ? undefined : { width: Number(width), height: Number(height) };
    },
  },
  publisher_targets: inventory('Publishers', 'Number or name, such as pub-abc'),
  site_targets: inventory('Sites', 'Number or name, such as news-site'),
  placement_targets: inventory('Placements', 'Number or name, such as /1111/news/top, or /1111/news/* for all below'),
  domain_targets: keyed('Domains', 'Such as example.com, with its subdomains', 'domain'),
  device_type_targets: chosen('Device types', deviceTypes),
  operating_system_family_targets: named('Operating systems', 'Such as iOS'),
  carrier_targets: named('Carriers', 'Such as Verizon'),
  browser_targets: named('Browsers', 'Such as Safari'),
  language_targets: keyed('Languages', 'ISO 639, such as en', 'code'),
  supply_type_targets: chosen('Supply types', supplyTypes),
  content_category_targets: keyed('Content categories', 'IAB, such as IAB17', 'code'),
  media_type_targets: chosen('Media types of the bid', mediaTypes),
  position_targets: chosen('Positions', positions),
  deal_targets: keyed('Deals of the bid', 'Id of a deal, such as RBC_123', 'code'),
  advertiser_domain_targets: keyed(
    'Advertisers of the bid',
    'Domain such as shop.example, with its subdomains',
    'domain',
  ),
  segment_targets: {
    label: 'Segments',
    hint: 'Number or name, such as seg_1, or not seg_1; a name that begins with "not" in quotes',
    toText: ({ id, action }: { readonly id: number | string; readonly action: string }) =>
      `${action === 'exclude' ? 'not ' : ''}${quotedIfUnclear(String(id))}`,
    toElement(text) {
      const [, not, id] = /^(?!not$)(not\s+)?(.+)$/is.exec(text) ?? [];
      const [, name = id] = /^"(.+)"$/s.exec(id ?? '') ?? [];
      return name === undefined
        ? undefined
        : { id: toInventoryId(name), action: not === undefined ? 'include' : 'exclude' };
    },
  },
  key_value_targets: {
    label: 'Key-values',
    hint: 'Such as section=sports|news, or section!=news',
    hasCommas: true,
    toText: ({ key, values, action }: NonNullable<TargetingProfile['key_value_targets']>[number]) =>
      `${key}${action === 'exclude' ? '!=' : '='}${values.join('|')}`,
    toElement(text) {
      const [, key, not, values] = /^([^=!]+)(!?)=(.+)$/s.exec(text) ?? [];
      if (key === undefined || values === undefined) return undefined;
      return { key, values: values.split('|'), action: not === '!' ? 'exclude' : 'include' };
    },
  },
};

/** A dimension: the lists that share one action. */
export interface ProfileDimension {
  readonly name: string;
  readonly label: string;
  /** Null: the values are always included, or name their own action. */
  readonly action: keyof ProfileBody | null;
  readonly lists: readonly ListName[];
}

const inventoryLists = ['publisher_targets', 'site_targets', 'placement_targets'] as const;

/** The dimensions of targeting, in the contract's order. */
export const profileDimensions: readonly ProfileDimension[] = (Object.keys(profileResource.fields) as ListName[])
  .filter((field) => field.endsWith('_targets'))
  .flatMap((list): ProfileDimension[] => {
    if (list === 'daypart_targets')
      return [{ name: 'daypart', label: 'Hours of the week', action: null, lists: [list] }];
    const isInventory = inventoryLists.some((name) => name === list);
    if (isInventory && list !== 'publisher_targets') return [];
    const name = isInventory ? 'inventory' : list.replace(/_targets$/, '');
    const action = `${name}_action`;
    return [
      {
        name,
        label: isInventory ? 'Publishers, sites, placements' : targetLists[list].label,
        action: action in profileResource.fields ? (action as keyof ProfileBody) : null,
        lists: isInventory ? inventoryLists : [list],
      },
    ];
  });

/** The dimensions that most profiles have. */
export const usualDimensions: ReadonlySet<string> = new Set(['country', 'dma', 'size', 'device_type', 'daypart']);

export const listOf = (body: ProfileBody, list: ListName): readonly unknown[] => body[list] ?? [];

/** Whether a profile says anything about a dimension. */
export const isUsed = (body: ProfileBody, { lists }: ProfileDimension): boolean =>
  lists.some((list) => listOf(body, list).length > 0);

/**
 * The elements that texts of a list mean; undefined for a text that is not valid. A text of a present element stays
 * that element, because one with `=` in its key or `|` in a value would be read as another element.
 */
export function elementsOf(body: ProfileBody, list: TypedList, texts: readonly string[]): unknown[] {
  const present = listOf(body, list);
  const known = new Map(textsOf(body, list).map((text, index) => [text, present[index]]));
  return texts.map((text) => known.get(text) ?? targetLists[list].toElement(text.trim()));
}

/** The profile with a list made of texts. Texts that are not valid are left out. */
export function withTexts(body: ProfileBody, list: TypedList, texts: readonly string[]): ProfileBody {
  const elements = elementsOf(body, list, texts).filter((element) => element !== undefined);
  return { ...body, [list]: elements.length === 0 ? null : elements };
}

export const textsOf = (body: ProfileBody, list: TypedList): string[] =>
  listOf(body, list).map((element) => (targetLists[list].toText as (one: unknown) => string)(element));

/**
 * The profile with an added dimension: its values will be included, unless the user chooses otherwise, and hours are in
 * the seller's time zone.
 */
export function begunWith(body: ProfileBody, { name, action }: ProfileDimension, timeZone: string): ProfileBody {
  if (name === 'daypart') return { ...body, daypart_timezone: timeZone };
  return action === null ? body : { ...body, [action]: 'include' };
}

/** The profile without what it says about a dimension. */
export function withoutDimension(body: ProfileBody, { action, lists }: ProfileDimension): ProfileBody {
  const cleared = Object.fromEntries(lists.map((list) => [list, null]));
  return { ...body, ...cleared, ...(action === null ? {} : { [action]: 'exclude' }) };
}

const hoursOfDay = 24;

/** The hours of the week of a profile: day of `days` * 24 + hour. Empty: all hours. */
export function hoursOf({ daypart_targets: windows }: ProfileBody): ReadonlySet<number> {
  const hours = new Set<number>();
  for (const { day, start_hour: start, end_hour: end } of windows ?? []) {
    const chosenDays = day === 'all' ? days.map((_, index) => index) : [days.indexOf(day)];
    for (const index of chosenDays) for (let hour = start; hour <= end; hour++) hours.add(index * hoursOfDay + hour);
  }
  return hours;
}

/** The fewest windows that contain the hours of a day. */
function windowsOf(has: (hour: number) => boolean): { start_hour: number; end_hour: number }[] {
  const windows: { start_hour: number; end_hour: number }[] = [];
  for (let hour = 0; hour < hoursOfDay; hour++) {
    const last = windows.at(-1);
    if (!has(hour)) continue;
    if (last?.end_hour === hour - 1) last.end_hour = hour;
    else windows.push({ start_hour: hour, end_hour: hour });
  }
  return windows;
}

/** The profile with these hours of the week; windows that all days share are listed once. */
export function withHours(body: ProfileBody, hours: ReadonlySet<number>): ProfileBody {
  const perDay = days.map((_, index) => windowsOf((hour) => hours.has(index * hoursOfDay + hour)));
  const [first] = perDay;
  const isSame = perDay.every((windows) => JSON.stringify(windows) === JSON.stringify(first));
  const windows = isSame
    ? (first ?? []).map((window) => ({ day: 'all' as const, ...window }))
    : perDay.flatMap((own, index) => own.map((window) => ({ day: days[index]!, ...window })));
  return { ...body, daypart_targets: windows.length === 0 ? null : windows };
}

/** What can be edited of a stored or drafted profile. */
export function bodyOf(profile: object): ProfileBody {
  const { id: _id, last_modified: _modified, member_id: _member, ...body } = profile as TargetingProfile;
  return body;
}
