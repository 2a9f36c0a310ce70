import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBreakEven } from '../../src/compare/judging/break-even.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { compareAuctions, synthesizeAuctions } from './compare-auctions.ts';
import { demoDraft, loadDemo, loadSmall, noTiers } from './tier-set.ts';

const bid = (id: string, memberId: number, price: number) => ({ id, member_id: memberId, price });

const line = (seed: string) => JSON.stringify({ seed, bids: [bid('a', 12, 2.5), bid('b', 15, 9)] });

test.for([
  // Buyer 15 wins all and buyer 12 nothing, where it was the other way round: 100 % either way.
  { elasticity: 0, why: '9.00 in place of 2.50', difference: '0.013000000' },
  { elasticity: 0.5, why: 'buyer 15 bids 13.50', difference: '0.022000000' },
  { elasticity: -0.5, why: 'buyer 15 bids 4.50, buyer 12 3.75', difference: '0.004000000' },
  { elasticity: -1, why: 'buyer 15 bids nothing, buyer 12 5.00', difference: '0.005000000' },
  { elasticity: -2, why: 'buyer 15 cannot bid less than nothing, buyer 12 7.50', difference: '0.010000000' },
])('at an elasticity of $elasticity, $why', async ({ elasticity, difference }) => {
  const files = [writeLog(createFolder(), `${line('x')}\n${line('y')}\n`)];
  const [current, draft] = [loadSmall(), noTiers()];
  const { sensitivity } = await compare({ files, current, draft, fee: chooseFee({}), seed: 's', elasticity });
  expect(sensitivity.sampled_auctions).toBe(2);
  expect(sensitivity.rows.find((row) => row.elasticity === elasticity)).toMatchObject({ difference });
  const listed = sensitivity.rows.map((row) => row.elasticity);
  expect(listed).toEqual([...new Set([-0.5, -0.25, 0, 0.25, 0.5, elasticity])].toSorted((left, right) => left - right));
});

test('without a reaction the row repeats the difference and its interval', async () => {
  const auctions = await synthesizeAuctions(500, 8, 'reaction');
  const { sensitivity, net_to_seller: net } = compareAuctions(auctions, {
    current: loadDemo(),
    draft: demoDraft(),
    seed: 's',
  });
  const row = sensitivity.rows.find(({ elasticity }) => elasticity === 0)!;
  expect(row.difference).toBe(net.difference);
  for (const end of ['low', 'high'] as const) {
    expect(Number(row.interval![end])).toBeCloseTo(Number(net.interval![end]), 8);
  }
});

test('with several tries the error of a reaction reaches as far as the confidence of the other intervals asks', async () => {
  const auctions = await synthesizeAuctions(500, 8, 'reaction');
  const reachAt = (tries: number) => {
    const { rows } = compareAuctions(auctions, {
      current: loadDemo(),
      draft: demoDraft(),
      seed: 's',
      tries,
    }).sensitivity;
    const [usual, reacting] = [0, 0.5].map((at) => {
      const { difference, interval } = rows.find(({ elasticity }) => elasticity === at)!;
      return Number(difference) - Number(interval!.low);
    });
    return Math.sqrt(reacting! ** 2 - usual! ** 2);
  };
  // Normal quantiles of 0.99875 and 0.975.
  expect(reachAt(20) / reachAt(1)).toBeCloseTo(3.0233 / 1.96, 2);
});

const repeated = (count: number, bids: readonly object[]) =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ seed: `${bids.length}/${at}`, bids }));
const sensitivityOf = async (text: readonly string[], elasticity = 0, draft = noTiers()) => {
  const files = [writeLog(createFolder(), text.join('\n'))];
  const order = { files, current: loadSmall(), draft, fee: chooseFee({}), seed: 's', elasticity };
  return (await compare(order)).sensitivity;
};
/** Buyer 12, which comes first now, is out. */
const without12 = () =>
  loadSmall((tiers) =>
    tiers.map((tier) => (tier.id === 1 ? { ...tier, member_action: 'exclude', min_price: null } : tier)),
  );

describe('the break-even elasticity', () => {
  test('is where the difference changes its sign', async () => {
    // Buyer 15 wins all at 3.00, where buyer 12 won at 2.50. If it saves a sixth, nothing is gained.
    const text = repeated(40, [bid('a', 12, 2.5), bid('b', 15, 3)]);
    expect((await sensitivityOf(text, 0, without12())).break_even).toBeCloseTo(-1 / 6, 2);
  });

  test.for([0.5, -0.1, -0.3, -2])('is the same where an elasticity of %f is assumed', async (elasticity) => {
    const text = repeated(40, [bid('a', 12, 2.5), bid('b', 15, 3)]);
    expect((await sensitivityOf(text, elasticity, without12())).break_even).toBeCloseTo(-1 / 6, 2);
  });

  test('is none where the sign stays', async () => {
    expect((await sensitivityOf(repeated(40, [bid('a', 12, 2.5), bid('b', 15, 90)]))).break_even).toBeNull();
  });

  test('buyers react only in auctions that the draft changes', async () => {
    const changed = repeated(40, [bid('a', 12, 2.5), bid('b', 15, 9)]);
    // Buyer 15 wins these under both sets, alone with a bid of its own: they do not change.
    const others = repeated(400, [bid('a', 15, 50), bid('b', 16, 1), bid('c', 15, 4)]);
    const [few, many] = [await sensitivityOf(changed), await sensitivityOf([...changed, ...others])];
    expect(many.sampled_auctions).toBe(40);
    const gains = ({ rows }: typeof few) =>
      rows.map(({ difference }) => (Number(difference) - Number(rows[2]!.difference)).toFixed(6));
    expect(few.rows[2]).toMatchObject({ elasticity: 0 });
    // Buyer 15 wins 440 auctions in place of 400 there, a tenth more; here 40 in place of none, which counts as twice.
    expect(Number(gains(many)[4]!)).toBeCloseTo(Number(gains(few)[4]!) / 10, 6);
  });
});

describe('where a difference changes its sign', () => {
  const elasticity = integer({ min: -1900, max: 1900 }).map((thousandths) => thousandths / 1000);

  test('is found in few steps, of any line', () => {
    assert(
      property(elasticity, elasticity, integer({ min: 1, max: 9 }), (root, assumed, slope) => {
        let steps = 0;
        const asked = new Map<number, number>();
        const found = findBreakEven((at) => {
          if (!asked.has(at)) steps++;
          asked.set(at, slope * (at - root));
          return asked.get(at)!;
        }, assumed);
        expect(Math.abs(found! - root)).toBeLessThanOrEqual(0.0021);
        expect(steps).toBeLessThanOrEqual(16);
      }),
    );
  });

  test('is found of a step', () => {
    assert(
      property(elasticity, elasticity, (root, assumed) => {
        const found = findBreakEven((at) => (at > root ? 5 : -1), assumed);
        expect(Math.abs(found! - root)).toBeLessThanOrEqual(0.1);
      }),
    );
  });
});
