import type { Row } from './request.ts';

/** One dimension of a profile, with an impression that fits the targets and one that does not. */
export interface Dimension {
  readonly name: string;
  readonly targets: Row;
  /** The dimension's action; it has none where it is always an include, or one an element. */
  readonly action?: string;
  /** What is given back where it differs from what was sent. */
  readonly given?: Row;
  readonly fitting: Row;
  readonly other: Row;
}

/** Every dimension that is supported. */
export const dimensions: readonly Dimension[] = [
  {
    name: 'country by code',
    targets: { country_targets: [{ code: 'US' }] },
    given: { country_targets: [{ id: 233, code: 'US', name: 'United States' }] },
    action: 'country_action',
    fitting: { country: 'US' },
    other: { country: 'DE' },
  },
  {
    name: 'country by id',
    targets: { country_targets: [{ id: 233 }] },
    given: { country_targets: [{ id: 233, code: 'US', name: 'United States' }] },
    action: 'country_action',
    fitting: { country: 'US' },
    other: { country: 'GB' },
  },
  {
    name: 'region',
    targets: { region_targets: [{ code: 'US-NY' }] },
    action: 'region_action',
    fitting: { region: 'US-NY' },
    other: { region: 'US-NJ' },
  },
  {
    name: 'city',
    targets: { city_targets: [{ name: 'New York', country_code: 'US' }] },
    action: 'city_action',
    fitting: { city: 'New York', country: 'US' },
    other: { city: 'Albany', country: 'US' },
  },
  {
    name: 'DMA',
    targets: { dma_targets: [{ dma: 501 }] },
    action: 'dma_action',
    fitting: { dma: 501 },
    other: { dma: 602 },
  },
  {
    name: 'size',
    targets: { size_targets: [{ width: 300, height: 250 }] },
    fitting: { sizes: [{ width: 300, height: 250 }] },
    other: { sizes: [{ width: 728, height: 90 }] },
  },
  {
    name: 'inventory, by publisher',
    targets: { publisher_targets: [{ id: 9 }] },
    action: 'inventory_action',
    fitting: { publisher_id: 9, site_id: 1 },
    other: { publisher_id: 8 },
  },
  {
    name: 'inventory, by any of the three lists',
    targets: { publisher_targets: [{ id: 9 }], site_targets: [{ id: 3 }], placement_targets: [{ id: 77 }] },
    action: 'inventory_action',
    fitting: { publisher_id: 1, site_id: 3, placement_id: 1 },
    other: { publisher_id: 1, site_id: 1, placement_id: 1 },
  },
  {
    name: 'domain, with its subdomains',
    targets: { domain_targets: [{ domain: 'example.com' }] },
    action: 'domain_action',
    fitting: { domain: 'news.example.com' },
    other: { domain: 'badexample.com' },
  },
  {
    name: 'device type',
    targets: { device_type_targets: ['phone', 'tablet'] },
    action: 'device_type_action',
    fitting: { device_type: 'tablet' },
    other: { device_type: 'pc' },
  },
  {
    name: 'operating system',
    targets: { operating_system_family_targets: [{ name: 'iOS' }] },
    action: 'operating_system_family_action',
    fitting: { operating_system_family: 'iOS' },
    other: { operating_system_family: 'Android' },
  },
  {
    name: 'browser',
    targets: { browser_targets: [{ name: 'Safari' }] },
    action: 'browser_action',
    fitting: { browser: 'Safari' },
    other: { browser: 'Firefox' },
  },
  {
    name: 'language',
    targets: { language_targets: [{ code: 'en' }] },
    action: 'language_action',
    fitting: { language: 'en' },
    other: { language: 'de' },
  },
  {
    name: 'supply type',
    targets: { supply_type_targets: ['web'] },
    action: 'supply_type_action',
    fitting: { supply_type: 'web' },
    other: { supply_type: 'mobile_app' },
  },
  {
    name: 'content category',
    targets: { content_category_targets: [{ code: 'IAB1' }] },
    action: 'content_category_action',
    fitting: { content_categories: ['IAB9', 'IAB1'] },
    other: { content_categories: ['IAB9'] },
  },
  {
    name: 'segments, all of them',
    targets: {
      segment_targets: [
        { id: 12, action: 'include' },
        { id: 13, action: 'include' },
        { id: 99, action: 'exclude' },
      ],
    },
    fitting: { segments: [12, 13] },
    other: { segments: [12] },
  },
  {
    name: 'segments, one of them',
    targets: {
      segment_targets: [{ id: 12 }, { id: 13 }, { id: 99, action: 'exclude' }],
      segment_boolean_operator: 'or',
    },
    given: {
      segment_targets: [
        { id: 12, action: 'include' },
        { id: 13, action: 'include' },
        { id: 99, action: 'exclude' },
      ],
    },
    fitting: { segments: [13] },
    other: { segments: [13, 99] },
  },
  {
    name: 'key-values',
    targets: { key_value_targets: [{ key: 'section', values: ['sports', 'news'] }] },
    given: { key_value_targets: [{ key: 'section', values: ['sports', 'news'], action: 'include' }] },
    fitting: { key_values: { section: ['sports'] } },
    other: { key_values: { section: ['games'] } },
  },
  {
    name: 'time, in a time zone',
    targets: {
      daypart_targets: [{ day: 'saturday', start_hour: 9, end_hour: 17 }],
      daypart_timezone: 'America/New_York',
    },
    fitting: { time: '2026-11-21T14:00:00Z' },
    other: { time: '2026-11-21T13:59:59Z' },
  },
];
