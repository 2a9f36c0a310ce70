import { explainAuction } from '@auction-tiers/tier-engine';
import { selectTiersLinear } from '@auction-tiers/tier-engine/linear';
import { lint } from '@auction-tiers/tier-engine/lint';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { compiled } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

const options = {
  countryOfDma: (dma: number) => (dma === 4 ? undefined : dma % 2 === 0 ? 'US' : 'fr'),
  highestNetMicrosByBuyer: new Map([
    [1, 0],
    [2, 1_500_000],
    [3, 2_000_000],
  ]),
};

test('a tier that is called shadowed wins no bid, though it matches some', () => {
  let matched = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const findings = lint(source).filter(({ code }) => code === 'shadowed_tier');
      const shadowedIds = new Set(findings.flatMap(({ tierIds }) => tierIds));
      if (shadowedIds.size === 0) return;
      const tierSet = compiled(source);
      for (const request of requests) {
        const out = new Int32Array(request.bids.length);
        selectTiersLinear(source, request, out);
        expect(Array.from(out, (index) => source.tiers[index]?.id).filter((id) => shadowedIds.has(id!))).toEqual([]);
        for (const { tierId, result } of explainAuction(tierSet, request).bids.flatMap(({ tiers }) => tiers)) {
          if (result === 'matched' && shadowedIds.has(tierId)) matched++;
        }
      }
    }),
    { numRuns: runs(3000) },
  );
  // The law would say little if the tiers that are called shadowed matched nothing anyway.
  expect(matched).toBeGreaterThan(runs(500));
});

test('an exclude that is called without effect takes no bid of some buyer that it names', () => {
  let called = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      for (const { tierIds, message } of lint(source).filter(({ code }) => code === 'exclude_without_effect')) {
        const tier = source.tiers.find(({ id }) => id === tierIds[0])!;
        const [, named = ''] = /a bid of buyers? (.*?):/.exec(message)!;
        const spared = new Set(
          named
            .match(/\d+/g)!
            .map(Number)
            .filter((id) => tier.buyerMemberIds.includes(id)),
        );
        expect(spared.size).toBeGreaterThan(0);
        called++;
        for (const request of requests) {
          const out = new Int32Array(request.bids.length);
          selectTiersLinear(source, request, out);
          const taken = request.bids.filter((_, at) => source.tiers[out[at]!]?.id === tier.id);
          expect(taken.filter(({ memberId }) => spared.has(memberId ?? 0))).toEqual([]);
        }
      }
    }),
    { numRuns: runs(6000) },
  );
  expect(called).toBeGreaterThan(runs(100));
});

test('an exclude that removes a bid only because of a limit is named with the limit', () => {
  let unprotected = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tiers = source.tiers.map((one) => ({ ...one, maxForgoneMicros: null }));
      const [limited, unlimited] = [compiled(source), compiled({ ...source, tiers })];
      const findings = lint(source).filter(({ code }) => code === 'limit_unprotects');
      if (source.tiers.every(({ maxForgoneMicros }) => (maxForgoneMicros ?? null) === null))
        expect(findings).toEqual([]);
      for (const request of requests) {
        const without = explainAuction(unlimited, request).bids;
        for (const [index, { outcome, tierId, tiers: results }] of explainAuction(limited, request).bids.entries()) {
          if (outcome !== 'excluded' || without[index]!.outcome === 'excluded') continue;
          const costly = results.filter(({ result }) => result === 'too_costly').map((one) => one.tierId);
          const named = findings.filter(({ tierIds }) => tierIds.includes(tierId!));
          expect(named.some(({ tierIds }) => costly.some((id) => tierIds.includes(id)))).toBe(true);
          unprotected++;
        }
      }
    }),
    { numRuns: runs(10_000) },
  );
  expect(unprotected).toBeGreaterThan(0);
});

test('tiers that a bid is drawn between are found together', () => {
  let draws = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled(source);
      const actions = new Map(source.tiers.map(({ id, memberAction }) => [id, memberAction]));
      const findings = lint(source).filter(({ severity, code }) =>
        code === 'include_exclude_conflict' ? severity === 'warning' : code === 'equal_priority_overlap',
      );
      for (const { choice } of requests.flatMap((request) => explainAuction(tierSet, request).bids)) {
        if (choice.kind !== 'random_draw') continue;
        const tied = choice.tiedTierIds;
        const isConflict = new Set(tied.map((id) => actions.get(id))).size > 1;
        const code = isConflict ? 'include_exclude_conflict' : 'equal_priority_overlap';
        const together = findings.filter((finding) => tied.every((id) => finding.tierIds.includes(id)));
        expect(together.map((finding) => finding.code)).toContain(code);
        draws++;
      }
    }),
    { numRuns: runs(4000) },
  );
  expect(draws).toBeGreaterThan(runs(500));
});

test('every legal set can be linted, and the order in which it is stored changes nothing', () => {
  fc.assert(
    fc.property(tierSetSource, (source) => {
      const reversed = {
        ...source,
        tiers: source.tiers.toReversed().map((tier) => ({ ...tier, buyerMemberIds: tier.buyerMemberIds.toReversed() })),
        profiles: source.profiles.toReversed(),
      };
      const findings = lint(source, options);
      expect(lint(reversed, options)).toEqual(findings);
      for (const { tierIds, message, advice } of findings) {
        expect(tierIds.length).toBeGreaterThan(0);
        expect(tierIds).toEqual([...new Set(tierIds)].toSorted((left, right) => left - right));
        expect(`${message} ${advice}`).toMatch(/^[A-Z0-9][^\n]*\. [A-Z][^\n]*\.$/);
        expect(`${message} ${advice}`).not.toMatch(/undefined|null [^.]|NaN/);
      }
    }),
    { numRuns: runs(2000) },
  );
});
