import type { AuctionAnswer, Experiment, ExperimentResult } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { openInstance, readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';

const units = Array.from({ length: 40 }, (_, at) => `user-${at}`);
/** Each unit's bids differ, so that a count that was lost in place of another one would be seen. */
const bidsOf = (at: number) => [bid('a', 101, 2 + at / 5), bid('b', 102, 1 + (at % 4) / 5)];

/** One auction as the model has seen it: its arm, and the net in CPM micros under either tier set. */
interface Seen {
  readonly arm: 'C' | 'T';
  readonly control: number;
  readonly treatment: number;
}

const money = (micros: number) => (micros / 1e9).toFixed(9);

/** What the result of an experiment says of these auctions, to the last of its nine decimals. */
function modelOf(seen: readonly Seen[]) {
  const of = (arm: 'C' | 'T') => seen.filter((one) => one.arm === arm);
  const sum = (all: readonly Seen[], figure: (one: Seen) => number) =>
    all.reduce((total, one) => total + figure(one), 0);
  return {
    auctions: [of('C').length, of('T').length],
    earned: [money(sum(of('C'), (one) => one.control)), money(sum(of('T'), (one) => one.treatment))],
    changed: money(sum(seen, (one) => one.treatment - one.control)),
    spent: money(sum(of('T'), (one) => one.control - one.treatment)),
  };
}

test('a process that is killed in an experiment changes no arm, and the result is that of a model of every auction but the last', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const reader = await openInstance({ ...data.environment, LOG_LEVEL: 'fatal' });
  onTestFinished(() => reader.close());
  const { seller1 } = await readPeople(data.dataDir);
  const { ymProfile, gold } = await newYmProfile(reader.send);
  const made = await createDraft(reader.send, ymProfile.id);
  await updateDraft(reader.send, made.id, withTier(made, gold.id, { min_price: '5.00' }));
  const decide = async (send: Send, ymProfileId = ymProfile.id): Promise<readonly AuctionAnswer[]> => {
    const auctions = units.map((unit, at) => {
      // Without a fee, so that the price is the net.
      return { ym_profile_id: ymProfileId, unit, seed: unit, auction_type: 2, revenue_share_pct: 0, bids: bidsOf(at) };
    });
    const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
    return response['auctions'] as readonly AuctionAnswer[];
  };
  // The tiers of both arms, each on a ym-profile of its own without an experiment.
  const [live, drafted] = [await newYmProfile(reader.send), await newYmProfile(reader.send)];
  expectOk(await reader.send('PUT', `/ym-auction-tier?id=${drafted.gold.id}`, { body: { min_price: '5.00' } }));
  const netsOf = async (ymProfileId: number) =>
    (await decide(reader.send, ymProfileId)).map(({ winner }) => Math.round((winner?.clearing_price ?? 0) * 1e6));
  const [controls, treatments] = [await netsOf(live.ymProfile.id), await netsOf(drafted.ymProfile.id)];
  expect(treatments).not.toEqual(controls);

  const body = {
    name: 'A',
    hypothesis: '2 %',
    draft_id: made.id,
    design: 'split',
    share: 0.5,
    guard: { max_loss: 100 },
  };
  const created = expectOk(await reader.send('POST', '/experiment', { body })).response['experiment'] as Experiment;
  expectOk(await reader.send('POST', `/experiment/start?id=${created.id}`));
  const see = async (send: Send): Promise<Seen[]> =>
    (await decide(send)).map(({ experiment }, at) => {
      return { arm: experiment!.arm, control: controls[at]!, treatment: treatments[at]! };
    });
  const counted = async () => {
    const path = `/experiment/result?id=${created.id}`;
    const result = expectOk(await reader.send('GET', path)).response['experiment-result'] as ExperimentResult;
    const { arms, rules, money: used } = result;
    return {
      auctions: [arms.C.auctions, arms.T.auctions],
      earned: [arms.C.earned, arms.T.earned],
      changed: rules.sum,
      spent: used.spent,
    };
  };
  const countOf = ({ auctions: [controlled, treated] }: Awaited<ReturnType<typeof counted>>) => controlled! + treated!;
  const kept = await see(reader.send);
  const arms = kept.map(({ arm }) => arm);
  expect(new Set(arms)).toEqual(new Set(['C', 'T']));
  await reader.opened.liveReport.flush();
  expect(await counted()).toEqual(modelOf(kept));

  const killed = new MainProcess({ ...data.environment, LOG_LEVEL: 'error' });
  onTestFinished(() => killed.stop().then(() => undefined));
  const send = createSend(await killed.ready(), seller1.api_key);
  const own = await see(send);
  expect(own.map(({ arm }) => arm)).toEqual(arms);
  await expect.poll(counted, { interval: 50 }).toEqual(modelOf([...kept, ...own]));
  const storedOfKilled = own.length;
  // What comes after the last flush is lost with the process, and nothing else is: neither what the other one decides.
  for (let batch = 0; batch < 5; batch++) {
    own.push(...(await see(send)));
    kept.push(...(await see(reader.send)));
  }
  killed.kill('SIGKILL');
  await killed.ended;
  kept.push(...(await see(reader.send)));
  await reader.opened.liveReport.flush();
  const found = await counted();
  const ofKilled = countOf(found) - kept.length;
  expect(ofKilled).toBeGreaterThanOrEqual(storedOfKilled);
  expect(ofKilled).toBeLessThanOrEqual(own.length);
  expect(found).toEqual(modelOf([...kept, ...own.slice(0, ofKilled)]));
  expect((await see(reader.send)).map(({ arm }) => arm)).toEqual(arms);
});
