import { demoBodies, demoBuyers, demoFeePct, demoTierSet } from '../demo/index.ts';

const date = '2026-01-01 00:00:00';
const { tiers, profiles, ym_profile: ymProfile } = demoTierSet();
const worked = tiers.findIndex(({ code }) => code === 'worked-example');
const tier = tiers[worked];

interface Example {
  /** As it is returned. */
  readonly row?: unknown;
  readonly create?: unknown;
  readonly update?: unknown;
}

/** Of the demo, so that each can be sent to a first start and found there. */
const examples: Readonly<Record<string, Example>> = {
  'ym-auction-tier': { row: tier, create: demoBodies.tiers[worked], update: { priority: 9, min_price: '2.50' } },
  'ym-profile': { row: ymProfile, create: demoBodies.ymProfile, update: { publisher_ids: [9, 10] } },
  profile: { row: profiles[0], create: demoBodies.profiles[0], update: { dma_targets: [{ dma: 501 }, { dma: 803 }] } },
  'platform-member': {
    row: { ...demoBuyers[0], primary_type: 'buyer', active: true, last_modified: date },
    create: { ...demoBuyers[0], primary_type: 'buyer' },
    update: { active: false },
  },
  member: {
    row: { id: 1, name: 'Example News (demo)', revenue_share_pct: demoFeePct, last_modified: date },
    create: { name: 'Third Publisher', revenue_share_pct: 12.5 },
    update: { revenue_share_pct: demoFeePct },
  },
  user: {
    row: { id: 4, username: 'ann', role: 'seller', member_id: 1, created_on: date, last_modified: date },
    create: { username: 'ann', role: 'seller', member_id: 1, password: 'a long pass phrase' },
    update: { password: 'another pass phrase' },
  },
  'api-key': {
    row: {
      id: 4,
      name: 'Nightly export',
      user_id: 2,
      scopes: ['read'],
      prefix: 'atk_Zk3-Qx',
      key: null,
      created_on: date,
    },
    create: { name: 'Nightly export', scopes: ['read'] },
  },
  dma: {
    row: {
      id: 501,
      name: 'New York NY',
      code: '501',
      country_id: 233,
      country_name: 'United States',
      country_code: 'US',
      active: true,
    },
  },
  country: { row: { id: 233, name: 'United States', code: 'US', active: true } },
  'change-log': {
    row: {
      revision: '1-42',
      service: 'ym-auction-tier',
      resource_id: tier?.id ?? 1,
      operation: 'create',
      member_id: 1,
      user: 'demo-seller-1',
      request_id: 'demo',
      created_on: date,
      before: null,
      after: tier,
    },
  },
};

/** Examples of a service's objects and bodies; none for a service that the demo knows nothing of. */
export function exampleOf(service: string): Example {
  return examples[service] ?? {};
}
