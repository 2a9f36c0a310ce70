export const deviceTypes = ['phone', 'tablet', 'pc', 'tv', 'gameconsole', 'stb', 'mediaplayer'] as const;
export type DeviceType = (typeof deviceTypes)[number];

export const supplyTypes = ['web', 'mobile_web', 'mobile_app'] as const;
export type SupplyType = (typeof supplyTypes)[number];

export const mediaTypes = ['banner', 'video', 'native', 'audio'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const positions = ['above', 'below', 'unknown'] as const;
/** Where on the page, or of the screen, the impression is. */
export type Position = (typeof positions)[number];

/**
 * What a publisher, site, placement or segment is called: a number from 1, or a text that is compared as written. A target
 * that ends in `/*` matches the path before that and everything below it.
 */
export type InventoryId = number | string;

/** Width and height in device-independent pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The impression for sale. Every attribute may be missing; a missing one fails an include and passes an exclude. */
export interface Impression {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** ISO 3166-2, such as `US-NY`. */
  readonly region?: string | undefined;
  /** Name of the city; compared together with `country`. */
  readonly city?: string | undefined;
  /** Market area number, such as 501. */
  readonly dma?: number | undefined;
  readonly sizes?: readonly Size[] | undefined;
  readonly publisherId?: InventoryId | undefined;
  readonly siteId?: InventoryId | undefined;
  readonly placementId?: InventoryId | undefined;
  readonly domain?: string | undefined;
  readonly deviceType?: DeviceType | undefined;
  readonly operatingSystemFamily?: string | undefined;
  readonly carrier?: string | undefined;
  readonly browser?: string | undefined;
  /** ISO 639-1. */
  readonly language?: string | undefined;
  readonly supplyType?: SupplyType | undefined;
  /** IAB content category codes, such as `IAB1`. */
  readonly contentCategories?: readonly string[] | undefined;
  /** The media types that may be shown; for a bid with a `mediaType` of its own, that one counts instead. */
  readonly mediaTypes?: readonly MediaType[] | undefined;
  readonly position?: Position | undefined;
  readonly segments?: readonly InventoryId[] | undefined;
  readonly keyValues?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** The attributes of a bid that profiles can target. A missing one fails an include and passes an exclude. */
export interface BidAttributes {
  /** The id of the deal under which the bid is made. */
  readonly deal?: string | undefined;
  /** The domains of the advertiser. */
  readonly advertiserDomains?: readonly string[] | undefined;
  /** The media type of the bid's ad; undefined: what the impression allows. */
  readonly mediaType?: MediaType | undefined;
}

/** `include`: the impression's value must be among the values. `exclude`: it must not be. */
export type TargetAction = 'include' | 'exclude';

/** One dimension with a list of values. An include with no values could never match and is refused. */
export interface ListTarget<Value> {
  readonly action: TargetAction;
  readonly values: readonly Value[];
}

export interface CityTarget {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
}

/** One dimension with three lists: a match in any of them counts. */
export interface InventoryTarget {
  readonly action: TargetAction;
  readonly publisherIds: readonly InventoryId[];
  readonly siteIds: readonly InventoryId[];
  readonly placementIds: readonly InventoryId[];
}

/** Every excluded segment must be absent; of the included ones all (`and`) or one (`or`) must be present. */
export interface SegmentTarget {
  readonly operator: 'and' | 'or';
  readonly include: readonly InventoryId[];
  readonly exclude: readonly InventoryId[];
}

export interface KeyValueTarget {
  readonly key: string;
  readonly values: readonly string[];
  readonly action: TargetAction;
}

export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Day = (typeof days)[number];

/** Hours are those of the clock, 0 to 23; the end hour is part of the window (0 to 23 is the whole day). */
export interface DaypartWindow {
  readonly day: Day | 'all';
  readonly startHour: number;
  readonly endHour: number;
}

export interface DaypartTarget {
  /** IANA name, such as `America/New_York`. */
  readonly timezone: string;
  readonly windows: readonly DaypartWindow[];
}

/** Dimensions that are set must all pass; a dimension that is not set passes. */
export interface Targeting {
  readonly country?: ListTarget<string> | undefined;
  readonly region?: ListTarget<string> | undefined;
  readonly city?: ListTarget<CityTarget> | undefined;
  readonly dma?: ListTarget<number> | undefined;
  /** Include only. */
  readonly size?: readonly Size[] | undefined;
  readonly inventory?: InventoryTarget | undefined;
  /** A parent domain matches its subdomains. */
  readonly domain?: ListTarget<string> | undefined;
  readonly deviceType?: ListTarget<DeviceType> | undefined;
  readonly operatingSystemFamily?: ListTarget<string> | undefined;
  readonly carrier?: ListTarget<string> | undefined;
  readonly browser?: ListTarget<string> | undefined;
  readonly language?: ListTarget<string> | undefined;
  readonly supplyType?: ListTarget<SupplyType> | undefined;
  readonly contentCategory?: ListTarget<string> | undefined;
  /** Compared with the bid's media type. */
  readonly mediaType?: ListTarget<MediaType> | undefined;
  readonly position?: ListTarget<Position> | undefined;
  /** Compared with the bid's deal, case-sensitively. */
  readonly deal?: ListTarget<string> | undefined;
  /** Compared with the bid's advertiser domains; a parent domain matches its subdomains. */
  readonly advertiserDomain?: ListTarget<string> | undefined;
  readonly segment?: SegmentTarget | undefined;
  /** All entries must hold. */
  readonly keyValue?: readonly KeyValueTarget[] | undefined;
  /** Include only. */
  readonly daypart?: DaypartTarget | undefined;
}
