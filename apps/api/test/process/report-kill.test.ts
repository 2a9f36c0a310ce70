import type { ReportRow } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { openInstance, readPeople } from '../fixture/instance.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { auctionBodies, rowsOf, totalOf } from '../report/report-reader.ts';
import { MainProcess } from './main-process.ts';

const perBatch = 20;

/** Has auctions decided without a pause until the service is gone. Gives how many were sent and how many were answered. */
async function decideUntilGone(send: Send, onAnswered: (answered: number) => void) {
  let [sent, answered] = [0, 0];
  for (;;) {
    sent += perBatch;
    const body = { auctions: auctionBodies(perBatch, sent) };
    const answer = await send('POST', '/auction/batch', { body }).catch(() => undefined);
    if (answer === undefined) return { sent, answered };
    answered += (expectOk(answer).response['auctions'] as Row[]).length;
    onAnswered(answered);
  }
}

const bidsOf = (rows: readonly ReportRow[]) => rows.reduce((sum, { bids }) => sum + bids, 0);

test('a process that is killed while it counts leaves whole flushes, each once, and loses what came after the last', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const reader = await openInstance({ ...data.environment, LOG_LEVEL: 'fatal' });
  onTestFinished(() => reader.close());
  const { seller1 } = await readPeople(data.dataDir);
  let [storedBefore, sentBefore] = [0, 0];
  for (let round = 0; round < 3; round++) {
    const killed = new MainProcess({ ...data.environment, LOG_LEVEL: 'error' });
    onTestFinished(() => killed.stop().then(() => undefined));
    const url = await killed.ready();
    let answered = 0;
    const deciding = decideUntilGone(createSend(url, seller1.api_key), (count) => (answered = count));
    await expect
      .poll(async () => (await totalOf(reader.send)).auctions, { timeout: 60_000, interval: 50 })
      .toBeGreaterThan(storedBefore + round * 40);
    const seen = (await totalOf(reader.send)).auctions!;
    killed.kill('SIGKILL');
    const { sent } = await deciding;
    await killed.ended;
    const { auctions: stored = 0, bids } = await totalOf(reader.send);
    expect(stored).toBeGreaterThanOrEqual(seen);
    expect(stored - storedBefore).toBeLessThanOrEqual(sent);
    expect(answered).toBeGreaterThan(0);
    // Hours, days, totals and pairs are stored together.
    const byHour = await rowsOf(reader.send, '&group_by=hour');
    expect(byHour.reduce((sum, row) => sum + (row.auctions ?? 0), 0)).toBe(stored);
    expect(bidsOf(await rowsOf(reader.send, '&group_by=tier,buyer'))).toBe(bids);
    expect(bidsOf(await rowsOf(reader.send, '&group_by=tier,buyer,hour'))).toBe(bids);
    [storedBefore, sentBefore] = [stored, sentBefore + sent];
  }
  expect(storedBefore).toBeLessThanOrEqual(sentBefore);
});

test('a process that is asked to end stores its last counts', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const reader = await openInstance({ ...data.environment, LOG_LEVEL: 'fatal' });
  onTestFinished(() => reader.close());
  const { seller1 } = await readPeople(data.dataDir);
  const ending = new MainProcess({ ...data.environment, WORKERS: '2', LOG_LEVEL: 'error' });
  const send = createSend(await ending.ready(), seller1.api_key);
  const sendAnew: Send = (method, path, options) =>
    send(method, path, { ...options, headers: { connection: 'close' } });
  for (let batch = 0; batch < 6; batch++) {
    expectOk(
      await sendAnew('POST', '/auction/batch', { body: { auctions: auctionBodies(perBatch, batch * perBatch) } }),
    );
  }
  await ending.stop();
  expect((await totalOf(reader.send)).auctions).toBe(6 * perBatch);
});
