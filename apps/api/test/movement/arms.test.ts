import type { AuctionAnswer, Draft, Experiment, MovementAnswer } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const hourMs = 3_600_000;
const clock = new TestClock();
const service = useService({ RECORD_AUCTIONS: '1' }, { clock, recordClock: clock.epochMs });
const { send } = service;
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const hourNow = () => Math.floor(clock.epochMs() / hourMs) * hourMs;
const micros = (money: string) => BigInt(money.replace('.', ''));

interface Made {
  readonly ymProfileId: number;
  readonly draft: Draft;
}

/** A ym-profile, and a draft of it under which Gold no longer takes the bids of 4.00. */
async function make(): Promise<Made> {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  return {
    ymProfileId: ymProfile.id,
    draft: await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '9.00' })),
  };
}

/** The same auctions in any hour; gives what was paid by arm. */
async function decide(ymProfileId: number): Promise<Record<string, number>> {
  const auctions = Array.from({ length: 60 }, (_, at) => ({
    ym_profile_id: ymProfileId,
    unit: `unit-${at}`,
    seed: `seed-${at}`,
    auction_type: 2,
    impression: { country: 'US', time: new Date(clock.epochMs()).toISOString() },
    bids: [bid('a', 101, 4), bid('b', 102, 6)],
  }));
  const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
  await service.opened.recorder?.settle();
  await service.opened.liveReport.flush();
  const paid: Record<string, number> = {};
  for (const { experiment, winner } of response['auctions'] as AuctionAnswer[]) {
    const arm = experiment?.arm ?? 'none';
    paid[arm] = (paid[arm] ?? 0) + Math.round((winner?.clearing_price ?? 0) * 1e6);
  }
  return paid;
}

async function movementOf(ymProfileId: number, againstMs: number, fromMs: number): Promise<MovementAnswer> {
  const query = new URLSearchParams({
    ym_profile_id: String(ymProfileId),
    from: textOf(fromMs),
    to: textOf(fromMs + hourMs),
    against_from: textOf(againstMs),
    against_to: textOf(againstMs + hourMs),
  });
  return expectOk(await send('GET', `/movement?${query.toString()}`)).response['movement'] as MovementAnswer;
}

const rulesOf = ({ parts }: MovementAnswer) => parts.find(({ kind }) => kind === 'rules')!;

test('a publish with a hold-back is one change, and has the whole difference', async () => {
  const { ymProfileId, draft } = await make();
  const [firstMs] = [hourNow(), await decide(ymProfileId)];
  clock.pass(2 * hourMs);
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { hold_back: { share: 0.5, days: 14 } } }));
  await service.opened.experiments.settled();
  const laterMs = hourNow();
  const paid = await decide(ymProfileId);
  expect(Object.keys(paid).toSorted()).toEqual(['C', 'T']);
  clock.pass(hourMs);
  const movement = await movementOf(ymProfileId, firstMs, laterMs);
  const rules = rulesOf(movement);
  expect(rules.of).toHaveLength(1);
  expect(rules.net).toBe(movement.difference);
  expect(micros(movement.difference)).not.toBe(0n);
  // A later period without a change of the tiers: the arms are decided as before, and no change is named.
  clock.pass(hourMs);
  const lastMs = hourNow();
  expect(await decide(ymProfileId)).toEqual(paid);
  clock.pass(hourMs);
  const same = await movementOf(ymProfileId, laterMs, lastMs);
  expect([same.difference, rulesOf(same).of]).toEqual(['0.000000000', []]);
});

test('what the draft of a split decided is moved by the experiment, whatever was published meanwhile', async () => {
  const { ymProfileId, draft } = await make();
  const [firstMs] = [hourNow(), await decide(ymProfileId)];
  clock.pass(2 * hourMs);
  const body = { name: 'S', hypothesis: 'Net rises by 2 %', guard: { max_loss: '1000' }, draft_id: draft.id };
  const made = await send('POST', '/experiment', { body: { ...body, design: 'split', share: 0.5 } });
  const { id } = expectOk(made).response['experiment'] as Experiment;
  expectOk(await send('POST', `/experiment/start?id=${id}`, { body: { underpowered: true } }));
  const laterMs = hourNow();
  await decide(ymProfileId);
  clock.pass(hourMs);
  const movement = await movementOf(ymProfileId, firstMs, laterMs);
  const rules = rulesOf(movement);
  expect(rules.of.map((cause) => cause.id)).toEqual(['experiment']);
  expect(rules.net).toBe(movement.difference);
  expectOk(await send('POST', `/experiment/end?id=${id}`, { body: { outcome: 'drop' } }));
});
