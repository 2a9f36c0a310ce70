import { createCallerFactory, createRouter } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { auctionsPerRecorded, drawDays, drawHour, quietBuyer } from '../../src/demo/demo-market.ts';
import { DemoTraffic } from '../../src/demo/demo-traffic.ts';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { startService } from '../fixture/service.ts';
import { totalOf } from '../report/report-reader.ts';

const hourMs = 3_600_000;
/** 8 to 9 in the evening of a Saturday in New York. */
const startMs = Date.parse('2026-11-22T01:00:00Z');

test('as many auctions arrive in an hour as such an hour had, at other moments than those recorded', () => {
  const arriving = [...drawHour(startMs, 8)];
  const recorded = [...drawDays(startMs - 23 * hourMs, startMs + hourMs)].filter(({ timeMs }) => timeMs >= startMs);
  expect(arriving.length).toBeGreaterThan(0.8 * auctionsPerRecorded * recorded.length);
  expect(arriving.length).toBeLessThan(1.25 * auctionsPerRecorded * recorded.length);
  expect(arriving.every(({ timeMs }) => timeMs >= startMs && timeMs < startMs + hourMs)).toBe(true);
  expect(arriving.flatMap(({ auction }) => auction.bids).some(({ member_id: id }) => id === quietBuyer.id)).toBe(false);
  const seeds = new Set(recorded.map(({ auction }) => auction.seed));
  expect(arriving.some(({ auction }) => seeds.has(auction.seed))).toBe(false);
});

test('every arriving auction is decided, at the prices that were drawn', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { opened, send } = service;
  const beginMs = Math.floor(opened.clock.epochMs() / hourMs) * hourMs;
  const arriving = [...drawHour(beginMs, 0)].slice(0, 200);
  // Each auction arrives as soon as the one before it is decided.
  const times = [beginMs, ...arriving.map(({ timeMs }) => timeMs)];
  const clock = { ...opened.clock, epochMs: () => times.shift() ?? beginMs };
  const traffic = new DemoTraffic({ ...opened, clock }, createCallerFactory(createRouter(createHandlers(opened))));
  onTestFinished(() => traffic.close());
  traffic.start();
  const count = async () => {
    await opened.liveReport.flush();
    return (await totalOf(send)).auctions;
  };
  await expect.poll(count).toBe(arriving.length);
  const highest = arriving.map(({ auction: { bids } }) => Math.max(0, ...bids.map(({ price }) => price)));
  const { gross } = await totalOf(send);
  expect(Number(gross)).toBeGreaterThan(0);
  expect(Number(gross)).toBeLessThan(highest.reduce((sum, price) => sum + price, 0) / 1000);
});
