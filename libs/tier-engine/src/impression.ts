export const deviceTypes = ['phone', 'tablet', 'pc', 'tv', 'gameconsole', 'stb', 'mediaplayer'] as const;
export type DeviceType = (typeof deviceTypes)[number];

export const supplyTypes = ['web', 'mobile_web', 'mobile_app'] as const;
export type SupplyType = (typeof supplyTypes)[number];

/** Width and height in device-independent pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is sold. Every attribute may be missing; a missing one fails an include and passes an exclude. */
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
  readonly publisherId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly placementId?: number | undefined;
  readonly domain?: string | undefined;
  readonly deviceType?: DeviceType | undefined;
  readonly operatingSystemFamily?: string | undefined;
  readonly browser?: string | undefined;
  /** ISO 639-1. */
  readonly language?: string | undefined;
  readonly supplyType?: SupplyType | undefined;
  /** IAB content category codes, such as `IAB1`. */
  readonly contentCategories?: readonly string[] | undefined;
  readonly segments?: readonly number[] | undefined;
  readonly keyValues?: ReadonlyMap<string, readonly string[]> | undefined;
}
