/** The seller's fee, 15 %, in parts per million. */
export const feePpm = 150_000;

export const buyerNames = { 12: 'Bluefin', 13: 'Harbor', 14: 'Cinder', 15: 'Willow' };
export const tierNames = { 1: 'House deal', 2: 'New York premium', 3: 'No arbitrage', 4: 'Everyone else' };

/** Prices are CPM in whole micros: 2_000_000 is 2.00. */
export const tierSetSource = {
  ymProfileId: 1,
  revision: 'example',
  tiers: [
    { id: 1, priority: 9, memberAction: 'include', minPriceMicros: 2_000_000, profileId: null, buyerMemberIds: [12] },
    { id: 2, priority: 7, memberAction: 'include', minPriceMicros: 3_000_000, profileId: 1, buyerMemberIds: [13, 15] },
    { id: 3, priority: 10, memberAction: 'exclude', minPriceMicros: null, profileId: null, buyerMemberIds: [14] },
    {
      id: 4,
      priority: 1,
      memberAction: 'include',
      minPriceMicros: 500_000,
      profileId: null,
      buyerMemberIds: [12, 13, 15],
    },
  ],
  profiles: [{ id: 1, targeting: { dma: { action: 'include', values: [501] } } }],
};

/** The bids at the start. */
export const firstBids = [
  { memberId: 12, price: '2.20' },
  { memberId: 13, price: '3.60' },
  { memberId: 14, price: '9.00' },
  { memberId: 15, price: '5.00' },
];
