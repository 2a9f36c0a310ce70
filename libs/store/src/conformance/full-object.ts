import {
  apiKeyResource,
  draftPartResource,
  forecastResource,
  memberResource,
  platformMemberResource,
  profileResource,
  storedDraftResource,
  storedExperimentResource,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import type { ObjectStore, Secrets, StoredResource } from '../port/object-store.ts';
import { addDraft, addProfile, addUser, addYmProfile, largestId, seller } from './sample.ts';

const name = 'Größe "A" 😀\n\\ \u0000 \u007f';

/** An object with every kind of attribute, and its expected hash. */
interface Sample {
  readonly resource: StoredResource;
  /** Null for an object of the installation, or a member. */
  readonly memberId: number | null;
  readonly id?: number;
  readonly secrets?: Secrets;
  value(store: ObjectStore): Promise<Record<string, unknown>>;
  /** The attributes whose text differs from the value. */
  readonly texts: Readonly<Record<string, string>>;
  readonly change: Readonly<Record<string, unknown>>;
}

export const samples: readonly Sample[] = [
  {
    resource: tierResource,
    memberId: seller,
    value: async (store) => ({
      name,
      code: '__proto__',
      description: '',
      profile_id: await addProfile(store),
      priority: 10,
      ym_profile_id: await addYmProfile(store),
      min_price: '2.000000',
      member_action: 'include',
      buyer_members: [
        { id: largestId, name: 'Käufer' },
        { id: 12, name: null },
      ],
    }),
    texts: { priority: '10', buyer_members: '[{"id":9007199254740991,"name":"Käufer"},{"id":12,"name":null}]' },
    change: { name: 'Other', code: null, min_price: '0.000001', buyer_members: [] },
  },
  {
    resource: ymProfileResource,
    memberId: seller,
    value: async () => ({ code: 'constructor', name, description: 'Text', publisher_ids: [3, largestId] }),
    texts: { publisher_ids: '[3,9007199254740991]' },
    change: { publisher_ids: [], description: null },
  },
  {
    resource: profileResource,
    memberId: seller,
    value: async () => ({
      name: null,
      country_action: 'include',
      country_targets: [{ id: 233, code: 'US', name: 'United States' }],
      device_type_targets: ['phone'],
      key_value_targets: [{ key: 'ключ', values: [], action: 'include' }],
      daypart_timezone: 'America/New_York',
    }),
    texts: {
      country_targets: '[{"id":233,"code":"US","name":"United States"}]',
      device_type_targets: '["phone"]',
      key_value_targets: '[{"key":"ключ","values":[],"action":"include"}]',
    },
    change: { country_action: 'exclude', country_targets: null, name: 'Named' },
  },
  {
    resource: platformMemberResource,
    memberId: null,
    id: largestId,
    value: async () => ({ name, primary_type: 'network', active: true }),
    texts: { active: '1' },
    change: { active: false },
  },
  {
    resource: memberResource,
    memberId: null,
    id: seller,
    value: async () => ({
      name,
      revenue_share_pct: 12.5,
      timezone: 'Asia/Tokyo',
      currency: 'JPY',
      publishing: 'approved',
      record_share: 0.25,
      report_breakdowns: ['country', 'deal'],
    }),
    texts: { revenue_share_pct: '12.5', record_share: '0.25', report_breakdowns: '["country","deal"]' },
    change: { revenue_share_pct: 0, timezone: 'UTC', currency: 'USD', record_share: null },
  },
  {
    resource: userResource,
    memberId: null,
    secrets: { password_hash: '$argon2id$v=19$m=65536$x' },
    value: async () => ({ username: name, role: 'seller', member_id: seller }),
    texts: { member_id: String(seller) },
    change: { username: '__proto__', role: 'admin', member_id: null },
  },
  {
    resource: apiKeyResource,
    memberId: null,
    secrets: { sha256: '5e884898da28047151d0e56f8dc62927' },
    value: async (store) => ({
      name,
      user_id: await addUser(store),
      scopes: ['read', 'auction'],
      write_publishes: false,
      prefix: 'atk_1',
    }),
    texts: { scopes: '["read","auction"]', write_publishes: '0' },
    change: { name: null, scopes: [] },
  },
  {
    resource: storedDraftResource,
    memberId: seller,
    value: async (store) => {
      const ymProfileId = await addYmProfile(store);
      return {
        name,
        ym_profile_id: ymProfileId,
        note: 'Text',
        commitments: [{ buyer: 107, at_least: { wins: 1000 } }],
        base_revision: '19-3',
        state: 'scheduled',
        publish_at: '2026-12-01 06:00:00',
        approval_asked: true,
        approved_by: 'bob',
        simulation_id: 3,
        created_by: 'ann',
        changed_by: 'ann',
        base_sha256: 'c765a55c4bad16a1203420cf43efe3c8',
        content_sha256: '0b5c9d1f6a3e4c7f8a2b1d0e9f8c7b6a',
        if_changed: 'suspend',
        approved_etag: '"pP1sTqH0bYk3mO0r5w2LxA.mO0r5w2L"',
        scheduled_by: 'ann',
        scheduled_ym_profile_id: ymProfileId,
      };
    },
    texts: { commitments: '[{"buyer":107,"at_least":{"wins":1000}}]', simulation_id: '3', approval_asked: '1' },
    change: { state: 'suspended', publish_at: null, suspended_reason: 'late', scheduled_ym_profile_id: null },
  },
  {
    resource: draftPartResource,
    memberId: seller,
    value: async (store) => ({
      draft_id: await addDraft(store),
      list: 'profiles',
      place: 2,
      entries: [{ id: 3, name: 'Käufer', dma_targets: null }],
    }),
    texts: { place: '2', entries: '[{"id":3,"name":"Käufer","dma_targets":null}]' },
    change: { entries: [], place: 0 },
  },
  {
    resource: forecastResource,
    memberId: seller,
    value: async () => ({
      ym_profile_id: 42,
      draft_id: 9,
      simulation_id: 3,
      decision: 'launch',
      promised_difference: '0.120000000',
      promised_low: '0.020000000',
      promised_high: '0.220000000',
      days: 7,
      base_revision: '19-3',
      published_revision: '19-4',
      published_on: '2026-11-21 06:00:00',
      published_by: 'ann',
      due_on: '2026-11-28 06:00:00',
      state: 'measured',
      measured_simulation_id: 4,
      measured_auctions: 1000,
      measured_difference: '-0.010000000',
      measured_low: '-0.100000000',
      measured_high: '0.080000000',
      outcome: 'below',
      elasticity: -0.5,
      seed: 'compare',
    }),
    texts: { elasticity: '-0.5', promised_low: '0.020000000', measured_auctions: '1000' },
    change: { state: 'not_measured', measured_simulation_id: null, outcome: null, why_not: 'no auction was recorded' },
  },
  {
    resource: storedExperimentResource,
    memberId: seller,
    value: async () => ({
      name,
      hypothesis: 'Net rises by 2 %',
      ym_profile_id: 42,
      draft_id: 9,
      design: 'switchback',
      share: null,
      clusters: { by: 'site', values: ['701', '702', '703', '704', '705', '706', '707', '708'] },
      timezone: 'America/New_York',
      before_draft_id: null,
      steps: null,
      end_at: '2026-12-21 06:00:00',
      guard: { max_loss: '20.000000', max_buyer_loss_pct: 30, min_fill_points: 5 },
      start_at: '2026-11-21 06:00:00',
      state: 'running',
      reason: null,
      phases: [{ key: '0b5c9d1f6a3e4c7f', share: 0.05, started_at: '2026-11-21 06:00:00' }],
      created_by: 'ann',
      salt: 'c765a55c4bad16a1',
      open_ym_profile_id: 42,
    }),
    texts: {
      clusters: '{"by":"site","values":["701","702","703","704","705","706","707","708"]}',
      guard: '{"max_loss":"20.000000","max_buyer_loss_pct":30,"min_fill_points":5}',
      phases: '[{"key":"0b5c9d1f6a3e4c7f","share":0.05,"started_at":"2026-11-21 06:00:00"}]',
    },
    change: { state: 'paused', reason: 'paused by ben', clusters: null, open_ym_profile_id: null },
  },
];
