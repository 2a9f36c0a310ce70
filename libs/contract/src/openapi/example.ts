import type { z } from 'zod';
import { demoBuyers, demoFeePct, demoTierSet } from '../demo/index.ts';
import { type Plain, withInitials } from '../resource/object.ts';
import type { Field } from '../resource/field.ts';
import type { Resource } from '../resource/resource.ts';
import { forecastExample } from './forecast-example.ts';
import { alertExample, alertTestProblem } from './alert-example.ts';
import { alertResource } from '../resources/alert.ts';
import { channelResource } from '../resources/channel.ts';
import { experimentResource } from '../resources/experiment.ts';
import { forecastResource } from '../resources/forecast.ts';
import { memberResource } from '../resources/member.ts';
import { platformMemberResource } from '../resources/platform-member.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { viewResource } from '../resources/view.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { draftResource } from '../draft/draft.ts';
import { toContent } from '../draft/draft-content.ts';

/** A body that an operation is sent, and the object that it answers. */
interface Write {
  readonly body: Plain;
  readonly row: Plain;
}

/**
 * The examples that the document shows for a service. Each request can be sent to a fresh demo: `rows` are its first
 * objects, and every id is of one of its objects or of the object that the example of the create makes.
 */
interface Example {
  readonly rows: readonly Plain[];
  /** The number of objects; default: the length of `rows`. */
  readonly count?: number;
  /** The object in the example of reading one; default: the first of `rows`. */
  readonly one?: Plain;
  /** A possible object of a service that has none in a fresh demo. */
  readonly later?: Plain;
  readonly create?: Write;
  /** A create with the required fields alone. */
  readonly minimal?: Write;
  /** Mostly sets what the create has set, so that the document has their answer once. */
  readonly update?: Write;
  readonly removedId?: number;
}

const date = '2026-01-01 00:00:00';
const { tiers, profiles, ym_profile: ymProfile } = demoTierSet();
const buyer = (id: number) => ({ id, name: demoBuyers.find((one) => one.id === id)?.name ?? null });
const owned = { member_id: 1, created_on: date, last_modified: date };

/** An object as answers show it, with initial values for absent attributes. */
function rowOf(resource: Pick<Resource, 'fields'>, given: Plain): Plain {
  const all = withInitials(resource, given);
  return Object.fromEntries(
    Object.entries<Field>(resource.fields).map(([name, { initial }]) => [
      name,
      all[name] === undefined ? initial : all[name],
    ]),
  );
}

/** The example of a create. `more`: the attributes that the service fills in. */
const made = (
  resource: Pick<Resource, 'fields'> & { readonly Create: z.ZodType },
  body: Plain,
  more: Plain,
): Write => ({
  body,
  row: rowOf(resource, { ...(resource.Create.parse(body) as Plain), ...owned, ...more }),
});

const tier = {
  name: 'Autumn sale: Lighthouse Retail',
  code: 'autumn-sale',
  description: 'First in line in New York until the end of November',
  ym_profile_id: 1,
  profile_id: 1,
  priority: 8,
  member_action: 'include',
  min_price: '2.50',
  buyer_members: [{ id: 105 }],
};
const newTier = made(tierResource, tier, { id: 14, min_price: '2.500000', buyer_members: [buyer(105)] });
const newYmProfile = made(
  ymProfileResource,
  {
    name: 'Example Sports',
    code: 'example-sports',
    description: 'All sites about sports',
    publisher_ids: [21, 22],
  },
  { id: 3 },
);

const password = 'a long pass phrase';
const dates = { created_on: date, last_modified: date };
const user = { username: 'ann', role: 'seller', access: 'editor', member_id: 1 };
const userRow = (more: Plain): Plain => ({
  ...user,
  state: 'enabled',
  has_one_time_password: false,
  one_time_password: null,
  confirmed_by: null,
  changed_by: null,
  told_revision: null,
  ...dates,
  ...more,
});
const directory = (given: Plain): Plain => rowOf(platformMemberResource, { last_modified: date, ...given });
const seller = (given: Plain): Plain => rowOf(memberResource, { last_modified: date, ...given });
const demoSeller = seller({ id: 1, name: 'Example News (demo)', revenue_share_pct: demoFeePct });
const apiKey = (more: Plain): Plain => ({
  user_id: 2,
  scopes: ['read', 'draft', 'write', 'auction', 'publish', 'manage'],
  write_publishes: true,
  end_date: null,
  prefix: 'atk_Zk3-Qx',
  key: null,
  created_on: date,
  last_used_on: null,
  ...more,
});
const { key: _key, last_used_on: _used, ...madeKey } = apiKey({ id: 2, name: 'Made by the first start' });
const newKey = 'atk_Zk3-Qx0hYpS7bV1mT9uRfE2wLcJdN6aGiK4oB8sXtUe';
const newSecret = 'atw_Vd8-Rk2nXqL5sB0yJ7hTzCfMgW3eP9uAoI6iZ1mNxQK';
const market = (id: number, name: string): Plain => ({
  id,
  name,
  code: String(id),
  country_id: 233,
  country_name: 'United States',
  country_code: 'US',
  active: true,
});

const proposal = {
  name: 'First look',
  ym_profile_id: 1,
  note: 'Autumn contract',
  tier_set: {
    tiers: [
      { name: 'First look', priority: 9, member_action: 'include', min_price: '4.00', buyer_members: [{ id: 105 }] },
    ],
  },
};
const proposed = toContent({
  tiers: proposal.tier_set.tiers.map((one) => ({ ...one, min_price: '4.000000', buyer_members: [buyer(105)] })),
});
const newDraft: Plain = {
  base_revision: '1-18-4f2a9c11.81d3e0aa',
  state: 'open',
  publish_at: null,
  suspended_reason: null,
  if_changed: null,
  approval_asked: false,
  asked_by: null,
  asked_at: null,
  asked_note: null,
  approved_by: null,
  approved_etag: null,
  simulation_id: null,
  created_by: 'demo-seller-1',
  changed_by: 'demo-seller-1',
  // The draft lacks all live tiers and their profiles, so each counts as edited.
  edits: [
    { service: 'ym-auction-tier', id: null, name: 'First look' },
    ...tiers.map(({ id, name }) => ({ service: 'ym-auction-tier', id, name })),
    ...profiles.map(({ id, name }) => ({ service: 'profile', id, name })),
  ].map((one) => ({ ...one, user: 'demo-seller-1', time: date })),
  etag: '"pP1sTqH0bYk3mO0r5w2LxA.mO0r5w2L"',
};

/** The example of a draft once its approval was asked for. */
export const asked: Plain = {
  approval_asked: true,
  asked_by: 'demo-seller-1',
  asked_at: date,
  asked_note: 'Before the weekend, please',
};

const newProfile = made(
  profileResource,
  {
    name: 'Phones and tablets in New York, at night, without sports',
    code: 'new-york-nights',
    dma_action: 'include',
    dma_targets: [{ dma: 501 }],
    device_type_action: 'include',
    device_type_targets: ['phone', 'tablet'],
    content_category_targets: [{ code: 'IAB17' }],
    daypart_timezone: 'America/New_York',
    daypart_targets: [{ day: 'all', start_hour: 20, end_hour: 23 }],
  },
  { id: 5 },
);

const planned: Plain = {
  name: 'First look on a twentieth',
  hypothesis: 'Net rises by 2 %',
  draft_id: 2,
  design: 'split',
  share: 0.05,
  guard: { max_loss: '20.00' },
};
const newExperiment: Plain = {
  ym_profile_id: 1,
  start_at: null,
  timezone: null,
  state: 'planned',
  reason: null,
  outcome: null,
  phases: [],
  created_by: 'demo-seller-1',
};

const examples: Readonly<Record<string, Example>> = {
  'ym-auction-tier': {
    rows: tiers.slice(0, 2),
    count: tiers.length,
    one: tiers.find(({ code }) => code === 'worked-example') as Plain,
    create: newTier,
    minimal: made(tierResource, { name: 'Only what is required', ym_profile_id: 1 }, { id: 15 }),
    update: { body: { min_price: '2.50' }, row: newTier.row },
    removedId: 11,
  },
  'ym-profile': {
    rows: [ymProfile],
    create: newYmProfile,
    minimal: made(ymProfileResource, { name: 'Only what is required' }, { id: 4 }),
    update: { body: { publisher_ids: [21, 22] }, row: newYmProfile.row },
    removedId: 3,
  },
  profile: {
    rows: profiles.slice(0, 1),
    count: profiles.length,
    create: newProfile,
    minimal: made(profileResource, {}, { id: 6 }),
    update: { body: { dma_targets: [{ dma: 501 }] }, row: newProfile.row },
    removedId: 5,
  },
  draft: {
    rows: [],
    create: made(draftResource, proposal, { ...newDraft, id: 1, tier_set: proposed }),
    minimal: made(
      draftResource,
      { ym_profile_id: 1 },
      { ...newDraft, id: 2, tier_set: toContent(demoTierSet()), edits: [] },
    ),
    update: {
      body: { note: proposal.note },
      // The note is not part of what was approved, so the approval still counts.
      row: made(draftResource, proposal, {
        ...newDraft,
        ...asked,
        approved_by: 'admin',
        approved_etag: newDraft['etag'],
        id: 1,
        tier_set: proposed,
      }).row,
    },
    removedId: 1,
  },
  experiment: {
    rows: [],
    create: made(experimentResource, planned, { ...newExperiment, id: 1 }),
    // The examples before this one have started and ended the experiment.
    update: {
      body: { name: planned['name'] },
      row: rowOf(experimentResource, {
        ...planned,
        ...newExperiment,
        guard: { max_loss: '20.000000', max_total_loss_pct: 10, max_buyer_loss_pct: 30, min_fill_points: 5 },
        state: 'ended',
        outcome: 'drop',
        start_at: date,
        end_at: '2026-01-29 00:00:00',
        id: 1,
        member_id: 1,
        last_modified: date,
      }),
    },
    removedId: 1,
  },
  forecast: {
    rows: [],
    later: rowOf(forecastResource, forecastExample),
  },
  alert: {
    rows: [rowOf(alertResource, alertExample)],
    update: {
      body: { acknowledged: true, note: 'Asked them' },
      row: rowOf(alertResource, { ...alertExample, acknowledged: true, note: 'Asked them' }),
    },
  },
  channel: {
    rows: [],
    update: { body: { name: 'Day shift' }, row: { ...channelRow('Day shift'), problem: alertTestProblem } },
    create: {
      body: { name: 'Night shift', to: 'https://alerts.example/hook/1234' },
      row: { ...channelRow('Night shift'), secret: newSecret },
    },
    removedId: 1,
  },
  view: {
    rows: [],
    update: { body: { name: 'Buyers' }, row: viewRow('Buyers') },
    create: { body: { name: 'Buyers', address: '/buyers?ym=1' }, row: viewRow('Buyers') },
    removedId: 1,
  },
  'platform-member': {
    rows: demoBuyers.slice(0, 2).map((one) => directory(one)),
    count: demoBuyers.length,
    create: {
      body: { id: 121, name: 'Amber Outfitters', primary_type: 'buyer' },
      row: directory({ id: 121, name: 'Amber Outfitters' }),
    },
    minimal: {
      body: { id: 122, name: 'Only what is required' },
      row: directory({ id: 122, name: 'Only what is required' }),
    },
    update: { body: { active: true }, row: directory({ id: 121, name: 'Amber Outfitters' }) },
    removedId: 121,
  },
  member: {
    rows: [demoSeller],
    create: {
      body: { name: 'Third Publisher', revenue_share_pct: 12.5 },
      row: seller({ id: 3, name: 'Third Publisher', revenue_share_pct: 12.5 }),
    },
    minimal: {
      body: { name: 'Only what is required' },
      row: seller({ id: 4, name: 'Only what is required' }),
    },
    update: { body: { revenue_share_pct: demoFeePct }, row: demoSeller },
  },
  user: {
    rows: [userRow({ id: 2, username: 'demo-seller-1', access: 'manager' })],
    create: { body: { ...user, password }, row: userRow({ id: 4, changed_by: 'admin' }) },
    minimal: {
      body: { username: 'ben', member_id: 1 },
      row: userRow({
        id: 5,
        username: 'ben',
        access: 'publisher',
        changed_by: 'admin',
        has_one_time_password: true,
        one_time_password: 'kT3v-9uXq-Rm2b-Wc7e',
      }),
    },
    update: { body: { access: 'editor' }, row: userRow({ id: 4, changed_by: 'admin' }) },
    removedId: 4,
  },
  'api-key': {
    rows: [{ id: 2, name: 'Made by the first start', ...apiKey({ last_used_on: date }) }],
    create: {
      body: { name: 'Nightly export', scopes: ['read'], end_date: '2099-12-01 06:00:00' },
      row: {
        id: 4,
        name: 'Nightly export',
        ...apiKey({ scopes: ['read'], end_date: '2099-12-01 06:00:00', key: newKey }),
      },
    },
    minimal: {
      body: { scopes: ['auction'] },
      row: { id: 5, name: null, ...apiKey({ scopes: ['auction'], key: newKey }) },
    },
    removedId: 4,
  },
  dma: {
    rows: [market(500, 'Portland-Auburn ME'), market(501, 'New York NY')],
    count: 210,
    one: market(501, 'New York NY'),
  },
  country: {
    rows: [
      { id: 4, name: 'Andorra', code: 'AD', active: true },
      { id: 5, name: 'United Arab Emirates', code: 'AE', active: true },
    ],
    count: 246,
    one: { id: 233, name: 'United States', code: 'US', active: true },
  },
  'change-log': {
    rows: [
      {
        revision: '0-18-4f2a9c11.81d3e0aa',
        service: 'api-key',
        resource_id: 2,
        operation: 'create',
        member_id: null,
        user: 'first start',
        request_id: 'first-start',
        kind: 'write',
        note: null,
        draft_id: null,
        break_glass: null,
        created_on: date,
        before: null,
        after: madeKey,
      },
    ],
    count: 20,
  },
};

/** Examples of a service's objects and bodies; none for a service without objects in the demo. */
export function exampleOf(service: string): Example {
  return examples[service] ?? { rows: [] };
}

function channelRow(name: string): Plain {
  const to = 'https://alerts.example/…';
  const known = { secret: null, arrived_on: null, problem: null, unconfirmed: null, member_id: 1, last_modified: date };
  return rowOf(channelResource, { id: 1, name, to, ...known });
}

function viewRow(name: string): Plain {
  return rowOf(viewResource, { id: 1, name, address: '/buyers?ym=1', due_on: null, member_id: 1, last_modified: date });
}
