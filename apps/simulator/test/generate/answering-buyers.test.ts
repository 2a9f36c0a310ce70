import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { defaultParams, type SyntheticAuction } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';

const demo = demoTierSet();
/** The demo's tiers with a minimum of 3 in tier 12, for its buyers. */
const raised = demo.tiers.find(({ id }) => id === 12)!;
const draftWith = (change: object) => ({
  ...demo,
  tiers: demo.tiers.map((tier) => (tier === raised ? { ...tier, ...change } : tier)),
});
const meet = new Set(raised.buyer_members?.map(({ id }) => id));
const fee = 0.15;
const dayMs = 86_400_000;
const startMs = Date.parse(defaultParams.start);
/** A buyer that wins every day. */
const limited = 107;

/** The auctions of a market by itself, and with buyers who answer. */
async function generateBoth(response: object, change: object = { min_price: '3.000000' }) {
  const folder = createFolder();
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(draftWith(change)));
  writeFileSync(join(folder, 'response.json'), JSON.stringify({ version: 1, ...response }));
  writeFileSync(join(folder, 'params.json'), JSON.stringify({ ...defaultParams, days: 3 }));
  const usual = ['generate', '--auctions', '600', '--bids', '8', '--seed', 's', '--params', 'params.json'];
  const answering = ['--draft', 'draft.tiers.json', '--response', 'response.json'];
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SyntheticAuction);
  expect(await runSimulator(folder, [...usual, '--out', 'plain.jsonl'])).toMatchObject({ exitCode: 0 });
  expect(await runSimulator(folder, [...usual, ...answering, '--out', 'log.jsonl'])).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  return { plain: read('plain.jsonl'), answered: read('log.jsonl') };
}

test('buyers who answer nothing send the bids of the market', async () => {
  const { plain, answered } = await generateBoth({});
  expect(answered).toEqual(plain);
});

test('buyers raise and shade by what they have learnt since the first day, towards the gross price of the new minimum', async () => {
  const [raise, shading, lag] = [0.2, 0.5, 12];
  const { plain, answered } = await generateBoth({ raise, shading, lag_hours: lag });
  const gross = 3 / (1 - fee);
  expect(meet.size).toBeGreaterThan(0);
  for (const [at, { bids, impression }] of plain.entries()) {
    const learnt = 1 - Math.exp(-(Date.parse(impression.time) - startMs) / 3_600_000 / lag);
    for (const [index, { price, member_id: id }] of bids.entries()) {
      if (!meet.has(id)) {
        expect(answered[at]!.bids[index]!.price).toBe(price);
        continue;
      }
      const up = price * (1 + raise * learnt);
      const wanted = up <= gross ? up : up - shading * learnt * (up - gross);
      expect(answered[at]!.bids[index]!.price).toBeCloseTo(wanted, 5);
    }
  }
});

test('a buyer that the draft newly prefers lowers its bids, and one that is only asked for more does not', async () => {
  const response = { preference_shading: 0.12, lag_hours: 0 };
  const { plain, answered: asked } = await generateBoth(response);
  expect(asked).toEqual(plain);
  const priority = Math.max(...demo.tiers.map((tier) => tier.priority));
  const { answered } = await generateBoth(response, { min_price: '0.00', priority });
  const isPreferred = (id: number) =>
    meet.has(id) &&
    demo.tiers.every(
      (tier) => tier.priority < priority || tier.buyer_members?.every((member) => member.id !== id) === true,
    );
  expect([...meet].some(isPreferred)).toBe(true);
  for (const [at, { bids }] of plain.entries()) {
    for (const [index, { price, member_id: id }] of bids.entries()) {
      expect(answered[at]!.bids[index]!.price).toBeCloseTo(isPreferred(id) ? 0.88 * price : price, 5);
    }
  }
});

test('a buyer with a daily budget stops when it is spent, and bids again on the next day', async () => {
  // A bid that wins costs more.
  const perDay = 0.0001;
  const { plain, answered } = await generateBoth({ budget: { members: [limited], per_day: perDay } });
  const bidsOf = (auctions: readonly SyntheticAuction[], day: number) =>
    auctions.filter(({ impression, bids }) => {
      const isOfDay = Math.floor((Date.parse(impression.time) - startMs) / dayMs) === day;
      return isOfDay && bids.some(({ member_id: id }) => id === limited);
    }).length;
  for (const day of [0, 1, 2]) {
    expect(bidsOf(answered, day)).toBeGreaterThan(0);
    expect(bidsOf(answered, day)).toBeLessThan(bidsOf(plain, day));
  }
  const others = (auctions: readonly SyntheticAuction[]) =>
    auctions.map(({ bids }) => bids.filter(({ member_id: id }) => id !== limited));
  expect(others(answered)).toEqual(others(plain));
});

test('an answer needs a draft, and a draft an answer', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(draftWith({})));
  const usual = ['generate', '--auctions', '1', '--bids', '1', '--seed', 's', '--out', 'log.jsonl'];
  for (const alone of [
    ['--draft', 'draft.tiers.json'],
    ['--response', 'response.json'],
  ]) {
    const { exitCode, stderr } = await runSimulator(folder, [...usual, ...alone]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--draft, what they answer, are given together')]);
  }
});
