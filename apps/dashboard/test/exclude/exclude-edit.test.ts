import { toEngineTier, toEngineProfile } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { compile, Decision, decideAuction, outcomes } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf, type Content } from '../../src/draft/content.ts';
import { excludeEdit, exclusionOf } from '../../src/exclude/exclude-edit.ts';

const content = contentOf(demoTierSet());

/** What becomes of a bid of a buyer under some tiers. */
function outcomeOf({ tiers, profiles }: Content, memberId: number, price: number, seed: string) {
  const result = compile({
    ymProfileId: 1,
    revision: 'r',
    tiers: tiers.map((tier, at) => toEngineTier({ ...tier, id: tier.id ?? 1000 + at } as never)),
    profiles: profiles.map((profile) => toEngineProfile(profile as never)),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const decision = new Decision();
  const request = {
    ymProfileId: 1,
    seed,
    bidFloorMicros: 0,
    auctionType: 1,
    feePpm: 150_000,
    impression: {},
    bids: [{ id: 'a', memberId, grossMicros: price }],
  };
  decideAuction(result.tierSet, request as never, decision);
  return outcomes[decision.outcomes[0]!];
}

test('an excluded buyer wins nothing, at any price, whatever tiers include it', () => {
  const atTop = { ...content, tiers: content.tiers.map((tier) => ({ ...tier, priority: 10 })) };
  const buyers = fc.constantFrom(101, 102, 107, 113);
  const prices = fc.integer({ min: 1, max: 400_000_000 });
  fc.assert(
    fc.property(buyers, prices, fc.string(), fc.constantFrom(content, atTop), (id, price, seed, tiers) => {
      expect(outcomeOf(excludeEdit({ id, name: null })(tiers), id, price, seed)).toBe('excluded');
    }),
  );
});

test('a buyer that is out already stays so, and others keep their tiers', () => {
  const buyer = { id: 101, name: 'Northwind Media' };
  expect(exclusionOf(content, buyer)).toMatchObject({ by: null, over: ['House deal: Northwind'] });
  const once = excludeEdit(buyer)(content);
  expect(once.tiers.at(-1)).toMatchObject({
    name: 'Excluded: Northwind Media',
    priority: 10,
    member_action: 'exclude',
  });
  expect(exclusionOf(once, buyer).by).toBe('Excluded: Northwind Media');
  expect(excludeEdit(buyer)(once)).toEqual(once);
  expect(once.tiers.slice(0, -1)).toEqual(content.tiers);
});

test.for([{ state: 'inactive' }, { start_date: '2099-01-01 00:00:00' }, { end_date: '2020-01-01 00:00:00' }] as const)(
  'an exclude tier that does not decide now keeps no buyer out: %o',
  (change) => {
    const buyer = { id: 101, name: null };
    const once = excludeEdit(buyer)(content);
    const idle = { ...once, tiers: [...once.tiers.slice(0, -1), { ...once.tiers.at(-1)!, ...change }] };
    expect(exclusionOf(idle, buyer).by).toBe(null);
    expect(outcomeOf(excludeEdit(buyer)(idle), 101, 9_000_000, 's')).toBe('excluded');
  },
);
