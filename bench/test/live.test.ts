import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { liveGoals, liveSection } from '../src/live/live-report.ts';
import { liveSuite } from '../src/live/live-suite.ts';
import { measureReport } from '../src/live/long-report.ts';
import { WrongAnswer } from '../src/suite/suite.ts';

test('drafts of every schedule are published, and every question to the report is answered', async () => {
  const { figures, text } = await liveSuite.measure({ rounds: 2, sizes: undefined, isQuick: true }, () => {});
  expect(figures.due.map(({ lateMs }) => lateMs.length)).toEqual([4, 4, 4]);
  for (const { lateMs } of figures.due) expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
  expect(figures.questions.map(({ rows, wallMs }) => [rows, wallMs.length])).toEqual([
    [100, 2],
    [100, 2],
    [100, 2],
  ]);
  expect(text).toContain('Each draft was published once');
}, 120_000);

test('a goal is about the longest wait, and about the median of a page', () => {
  const row = { rows: 1, answerBytes: 10, processorMs: [1] };
  const figures = {
    drafts: 3,
    due: [{ name: 'all', lateMs: [5, 2001, 7] }],
    report: { days: 8, tiers: 1, buyers: 1 },
    questions: [{ ...row, name: 'a page of 100, by net', wallMs: [149, 900, 140] }],
  };
  expect(liveGoals(figures).map(({ isMet }) => isMet)).toEqual([false, true]);
  expect(liveSection(figures)).toContain('149 ms');
});

test('a report with a wrong figure fails the bench', async () => {
  const rows = [{ tier_id: 1, buyer_id: 1, bids: 1, won: 24, net: '8.008000' }];
  const body = JSON.stringify({ response: { count: 1, 'report-rows': rows } });
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = { url, headers: {}, processorMicros: async () => 0 };
  await expect(measureReport(service, { tiers: 1, buyers: 1, rounds: 1 })).rejects.toThrow(WrongAnswer);
});
