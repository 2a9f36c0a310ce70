import type { AuctionAnswer, Experiment, ExperimentResult } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { openInstance, readPeople } from '../fixture/instance.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';

const units = Array.from({ length: 40 }, (_, at) => `user-${at}`);

test('a process that is killed in an experiment changes no arm, and loses no count that was stored', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const reader = await openInstance({ ...data.environment, LOG_LEVEL: 'fatal' });
  onTestFinished(() => reader.close());
  const { seller1 } = await readPeople(data.dataDir);
  const { ymProfile, gold } = await newYmProfile(reader.send);
  const made = await createDraft(reader.send, ymProfile.id);
  await updateDraft(reader.send, made.id, withTier(made, gold.id, { min_price: '9.00' }));
  const body = { name: 'A', hypothesis: 'B', draft_id: made.id, design: 'split', share: 0.5, guard: { max_loss: 100 } };
  const created = expectOk(await reader.send('POST', '/experiment', { body })).response['experiment'] as Experiment;
  expectOk(await reader.send('POST', `/experiment/start?id=${created.id}`));
  const decide = async (send: Send): Promise<(string | undefined)[]> => {
    const auctions = units.map((unit) => ({ ym_profile_id: ymProfile.id, unit, bids: [bid('a', 101, 8)] }));
    const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
    return (response['auctions'] as readonly Row[]).map((one) => (one as AuctionAnswer).experiment?.arm);
  };
  const counted = async () => {
    const path = `/experiment/result?id=${created.id}`;
    const { arms } = expectOk(await reader.send('GET', path)).response['experiment-result'] as ExperimentResult;
    return arms.C.auctions + arms.T.auctions;
  };
  const arms = await decide(reader.send);
  expect(new Set(arms)).toEqual(new Set(['C', 'T']));
  await reader.opened.liveReport.flush();
  expect(await counted()).toBe(units.length);
  const killed = new MainProcess({ ...data.environment, LOG_LEVEL: 'error' });
  onTestFinished(() => killed.stop().then(() => undefined));
  const send = createSend(await killed.ready(), seller1.api_key);
  expect(await decide(send)).toEqual(arms);
  await expect.poll(counted, { timeout: 60_000, interval: 50 }).toBe(2 * units.length);
  // What comes after the last flush is lost with the process, and nothing else is.
  await decide(send);
  killed.kill('SIGKILL');
  await killed.ended;
  expect([2, 3].map((times) => times * units.length)).toContain(await counted());
  expect(await decide(reader.send)).toEqual(arms);
});
