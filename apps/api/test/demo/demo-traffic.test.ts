import { expect, test } from 'vitest';
import { drawDays, drawHour, quietBuyer, type TimedAuction } from '../../src/demo/demo-market.ts';

const hourMs = 3_600_000;
/** 8 to 9 in the evening of a Saturday in New York. */
const startMs = Date.parse('2026-11-22T01:00:00Z');

test('as many auctions arrive in an hour as such an hour had, at other moments than those recorded', () => {
  const arriving = drawHour(startMs);
  const recorded: TimedAuction[] = [];
  drawDays(startMs + hourMs, 1, (one) => {
    if (one.timeMs >= startMs) recorded.push(one);
  });
  expect(arriving.length).toBeGreaterThan(0.8 * recorded.length);
  expect(arriving.length).toBeLessThan(1.25 * recorded.length);
  expect(arriving.every(({ timeMs }) => timeMs >= startMs && timeMs < startMs + hourMs)).toBe(true);
  expect(arriving.flatMap(({ auction }) => auction.bids).some(({ member_id: id }) => id === quietBuyer.id)).toBe(false);
  const seeds = new Set(recorded.map(({ auction }) => auction.seed));
  expect(arriving.some(({ auction }) => seeds.has(auction.seed))).toBe(false);
});
