import type { AuctionBody, profileResource } from '@auction-tiers/contract';
import type { z } from 'zod';

type ProfileBody = z.input<typeof profileResource.Create>;
export type ImpressionInput = NonNullable<z.input<typeof AuctionBody>['impression']>;

/** A dimension of a profile, an impression that has the target's value, and one that has another. */
export interface DimensionCase {
  readonly dimension: string;
  readonly targets: ProfileBody;
  /** What turns the targets into an exclude; undefined: an include only. */
  readonly exclude: ProfileBody | undefined;
  readonly include: ProfileBody;
  readonly has: ImpressionInput;
  readonly hasOther: ImpressionInput;
}

const daypart: ProfileBody = {
  daypart_timezone: 'America/New_York',
  daypart_targets: [{ day: 'saturday', start_hour: 3, end_hour: 3 }],
};

/** Every list of targets that a profile may have, as it stands on the wire. */
export const dimensionCases: readonly DimensionCase[] = [
  withAction('country', { country_targets: [{ id: 233, code: 'US', name: 'United States' }] }, [
    { country: 'US' },
    { country: 'FR' },
  ]),
  withAction('region', { region_targets: [{ code: 'US-NY' }] }, [{ region: 'US-NY' }, { region: 'US-CA' }]),
  withAction('city', { city_targets: [{ name: 'Paris', country_code: 'FR' }] }, [
    { country: 'FR', city: 'Paris' },
    { country: 'US', city: 'Paris' },
  ]),
  withAction('dma', { dma_targets: [{ dma: 501 }] }, [{ dma: 501 }, { dma: 803 }]),
  includeOnly('size', { size_targets: [{ width: 300, height: 250 }] }, [
    {
      sizes: [
        { width: 728, height: 90 },
        { width: 300, height: 250 },
      ],
    },
    { sizes: [{ width: 250, height: 300 }] },
  ]),
  withAction('inventory', { publisher_targets: [{ id: 9 }] }, [{ publisher_id: 9 }, { site_id: 9, placement_id: 9 }]),
  withAction('inventory', { site_targets: [{ id: 3 }] }, [{ site_id: 3 }, { publisher_id: 3, placement_id: 3 }]),
  withAction('inventory', { placement_targets: [{ id: 77 }] }, [
    { placement_id: 77 },
    { site_id: 77, publisher_id: 77 },
  ]),
  withAction('domain', { domain_targets: [{ domain: 'example.com' }] }, [
    { domain: 'news.example.com' },
    { domain: 'badexample.com' },
  ]),
  withAction('device_type', { device_type_targets: ['phone', 'tablet'] }, [
    { device_type: 'phone' },
    { device_type: 'tv' },
  ]),
  withAction('operating_system_family', { operating_system_family_targets: [{ name: 'iOS' }] }, [
    { operating_system_family: 'iOS' },
    { operating_system_family: 'Android' },
  ]),
  withAction('browser', { browser_targets: [{ name: 'Safari' }] }, [{ browser: 'Safari' }, { browser: 'Chrome' }]),
  withAction('language', { language_targets: [{ code: 'en' }] }, [{ language: 'en' }, { language: 'es' }]),
  withAction('supply_type', { supply_type_targets: ['web'] }, [{ supply_type: 'web' }, { supply_type: 'mobile_app' }]),
  withAction('content_category', { content_category_targets: [{ code: 'IAB1' }] }, [
    { content_categories: ['IAB9', 'IAB1'] },
    { content_categories: ['IAB2'] },
  ]),
  {
    dimension: 'segment',
    targets: {},
    include: { segment_targets: [{ id: 12 }] },
    exclude: { segment_targets: [{ id: 12, action: 'exclude' }] },
    has: { segments: [99, 12] },
    hasOther: { segments: [99] },
  },
  {
    dimension: 'key_value',
    targets: {},
    include: { key_value_targets: [{ key: 'section', values: ['sports', 'news'] }] },
    exclude: { key_value_targets: [{ key: 'section', values: ['sports', 'news'], action: 'exclude' }] },
    has: { key_values: { section: ['news'] } },
    hasOther: { key_values: { section: ['finance'], news: ['news'] } },
  },
  includeOnly('daypart', daypart, [{ time: '2026-11-21T08:59:59Z' }, { time: '2026-11-21T09:00:00Z' }]),
];

function withAction(
  dimension: string,
  targets: ProfileBody,
  [has, hasOther]: readonly [ImpressionInput, ImpressionInput],
): DimensionCase {
  const action = (value: 'include' | 'exclude'): ProfileBody => ({ [`${dimension}_action`]: value });
  return { dimension, targets, include: action('include'), exclude: action('exclude'), has, hasOther };
}

function includeOnly(
  dimension: string,
  targets: ProfileBody,
  [has, hasOther]: readonly [ImpressionInput, ImpressionInput],
): DimensionCase {
  return { dimension, targets, include: {}, exclude: undefined, has, hasOther };
}
