import { type AuctionTier, tierResource } from '@auction-tiers/contract';

const common = {
  description: null,
  profile_id: null,
  ym_profile_id: 42,
  member_action: 'exclude',
  member_id: 7,
  buyer_members: null,
  created_on: '2026-11-20 08:00:00',
};

/** Five tiers, some of whose attributes are null. */
export const fiveTiers: readonly AuctionTier[] = [
  {
    id: 3,
    name: 'Sports, TV',
    code: 'Sp-1',
    priority: 5,
    min_price: '10.000000',
    last_modified: '2026-11-21 08:00:00',
  },
  { id: 1, name: 'news', code: null, priority: 5, min_price: null, last_modified: '2026-11-21 08:00:01' },
  { id: 12, name: 'Weather', code: 'w', priority: 10, min_price: '9.000000', last_modified: '2026-11-22 00:00:00' },
  { id: 2, name: 'tv', code: '', priority: 1, min_price: '2.000000', last_modified: '2026-11-21 08:00:00' },
  { id: 4, name: 'Finance 10', code: 'fin', priority: 2, min_price: '2.500000', last_modified: '2026-11-19 08:00:00' },
].map((row) => tierResource.Output.parse({ ...common, ...row }));
