import { demoFeePct } from '../demo/index.ts';
import type { Plain } from '../resource/object.ts';
import { forecastResource } from '../resources/forecast.ts';
import { withInitials } from '../resource/object.ts';
import { forecastExample } from './forecast-example.ts';

/**
 * What the document shows to be sent to a service. Each request can be sent to a fresh demo: every id is of one of its
 * objects or of the object that the example of the create makes. Their answers are recorded (`answers.json`).
 */
interface Example {
  /** The object in the example of reading one. */
  readonly one?: number;
  /** A possible object of a service that has none in a fresh demo. */
  readonly later?: Plain;
  readonly create?: Plain;
  /** A create with the required fields alone. */
  readonly minimal?: Plain;
  /** Mostly sets what the create has set, so that the document has their answer once. */
  readonly update?: { readonly id: number; readonly body: Plain };
  readonly removed?: number;
}

const examples: Readonly<Record<string, Example>> = {
  'ym-auction-tier': {
    one: 5,
    create: {
      name: 'Autumn sale',
      code: 'autumn-sale',
      description: 'First in line until December',
      ym_profile_id: 1,
      profile_id: 1,
      priority: 8,
      member_action: 'include',
      min_price: '2.50',
      buyer_members: [{ id: 105 }],
    },
    minimal: { name: 'Only what is required', ym_profile_id: 1 },
    update: { id: 14, body: { min_price: '2.50' } },
    removed: 11,
  },
  'ym-profile': {
    one: 1,
    create: {
      name: 'Example Sports',
      code: 'example-sports',
      description: 'All sites about sports',
      publisher_ids: [21, 22],
    },
    minimal: { name: 'Only what is required' },
    update: { id: 3, body: { publisher_ids: [21, 22] } },
    removed: 3,
  },
  profile: {
    one: 1,
    create: {
      name: 'New York at night, without sports',
      code: 'new-york-nights',
      dma_action: 'include',
      dma_targets: [{ dma: 501 }],
      device_type_action: 'include',
      device_type_targets: ['phone', 'tablet'],
      content_category_targets: [{ code: 'IAB17' }],
      daypart_timezone: 'America/New_York',
      daypart_targets: [{ day: 'all', start_hour: 20, end_hour: 23 }],
    },
    minimal: {},
    update: { id: 5, body: { dma_targets: [{ dma: 501 }] } },
    removed: 5,
  },
  draft: {
    create: {
      name: 'First look',
      ym_profile_id: 1,
      note: 'Autumn contract',
      tier_set: {
        tiers: [
          {
            name: 'First look',
            priority: 9,
            member_action: 'include',
            min_price: '4.00',
            buyer_members: [{ id: 105 }],
          },
        ],
      },
    },
    minimal: { ym_profile_id: 1 },
    // The note is not part of what was approved, so the approval still counts.
    update: { id: 1, body: { note: 'Autumn contract' } },
    removed: 1,
  },
  experiment: {
    create: {
      name: 'First look, 5 %',
      hypothesis: 'Net rises by 2 %',
      draft_id: 2,
      design: 'split',
      share: 0.05,
      guard: { max_loss: '20.00' },
    },
    // The examples before this one have started and ended the experiment.
    update: { id: 1, body: { name: 'First look, 5 %' } },
    removed: 1,
  },
  forecast: {
    later: withInitials(forecastResource, forecastExample),
  },
  alert: { one: 1, update: { id: 1, body: { acknowledged: true, note: 'Asked them' } } },
  channel: {
    create: { name: 'Night shift', to: 'https://alerts.example/hook/1234' },
    update: { id: 1, body: { name: 'Day shift' } },
    removed: 1,
  },
  view: {
    create: { name: 'Buyers', address: '/buyers?ym=1' },
    update: { id: 1, body: { name: 'Buyers' } },
    removed: 1,
  },
  'platform-member': {
    one: 101,
    create: { id: 121, name: 'Amber Outfitters', primary_type: 'buyer' },
    minimal: { id: 122, name: 'Only what is required' },
    update: { id: 121, body: { active: true } },
    removed: 121,
  },
  member: {
    one: 1,
    create: { name: 'Third Publisher', revenue_share_pct: 12.5 },
    minimal: { name: 'Only what is required' },
    update: { id: 1, body: { revenue_share_pct: demoFeePct } },
  },
  user: {
    one: 2,
    create: { username: 'ann', role: 'seller', access: 'editor', member_id: 1, password: 'a long pass phrase' },
    minimal: { username: 'ben', member_id: 1 },
    update: { id: 4, body: { access: 'editor' } },
    removed: 4,
  },
  'api-key': {
    one: 2,
    create: { name: 'Nightly export', scopes: ['read'], end_date: '2099-12-01 06:00:00' },
    minimal: { scopes: ['auction'] },
    removed: 4,
  },
  dma: { one: 501 },
  country: { one: 233 },
};

/** Examples of what is sent to a service. */
export function exampleOf(service: string): Example {
  return examples[service] ?? {};
}
