import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuctionAnswer, MovementAnswer } from '@auction-tiers/contract';
import { packFrame, segmentName } from '@auction-tiers/recorded';
import { beforeAll, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { newYmProfile } from '../fixture/draft.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const [hourMs, dayHours] = [3_600_000, 24];
const clock = new TestClock();
const service = useService({ RECORD_AUCTIONS: '1' }, { clock, recordClock: clock.epochMs });
const { send } = service;
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const nanos = (money: string) => BigInt(money.replace('.', ''));
let [ymProfileId, firstMs, laterMs] = [0, 0, 0];

/** A day of auctions, more of them from hour to hour. */
async function decideDay(): Promise<void> {
  for (let hour = 0; hour < dayHours; hour++) {
    const time = new Date(clock.epochMs()).toISOString();
    const auctions = Array.from({ length: 5 + hour }, (_, at) => ({
      ym_profile_id: ymProfileId,
      seed: `${hour}-${at}`,
      auction_type: 2,
      impression: { country: 'US', time },
      bids: [bid('a', 101, 4), bid('b', 102, 5 + (at % 3))],
    }));
    const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
    expect((response['auctions'] as AuctionAnswer[]).length).toBe(5 + hour);
    clock.pass(hourMs);
  }
  await service.opened.recorder?.settle();
  await service.opened.liveReport.flush();
}

const hourNow = () => Math.floor(clock.epochMs() / hourMs) * hourMs;

beforeAll(async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  ymProfileId = ymProfile.id;
  firstMs = hourNow();
  await decideDay();
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '9.00' } }));
  laterMs = hourNow();
  await decideDay();
  clock.pass(hourMs);
});

/** The movement of the hours from one on to before another. */
async function movementOf(from = 0, to = dayHours): Promise<MovementAnswer> {
  const query = new URLSearchParams({
    ym_profile_id: String(ymProfileId),
    from: textOf(laterMs + from * hourMs),
    to: textOf(laterMs + to * hourMs),
    against_from: textOf(firstMs + from * hourMs),
    against_to: textOf(firstMs + to * hourMs),
  });
  return expectOk(await send('GET', `/movement?${query.toString()}`)).response['movement'] as MovementAnswer;
}

/** Removes the files of the first hours of the earlier day, as retention does. */
function removeHours(count: number): void {
  const folder = join(service.dataDir, 'logs', '1', String(ymProfileId));
  const before = new Date(firstMs + count * hourMs).toISOString().slice(0, 13);
  for (const name of readdirSync(folder)) if (name < before) rmSync(join(folder, name));
}

const rulesOf = ({ parts }: MovementAnswer) => parts.find(({ kind }) => kind === 'rules')!;
const sumOf = ({ parts }: MovementAnswer) => parts.reduce((sum, { net }) => sum + nanos(net), 0n);

test('all hours recorded: nothing is left out, and the parts are of the whole difference', async () => {
  const whole = await movementOf();
  expect(whole.hours_left_out).toEqual([]);
  expect(whole.report).toEqual({ from: whole.from, against: whole.against, difference: whole.difference });
  expect([sumOf(whole), rulesOf(whole).interval]).toEqual([nanos(whole.difference), null]);
  expect(nanos(rulesOf(whole).net)).not.toBe(0n);
});

test('recorded auctions that cannot be read are counted in a sentence, and the parts add up to the difference', async () => {
  const whole = await movementOf();
  const file = join(service.dataDir, 'logs', '1', String(ymProfileId), segmentName(laterMs, 'dddddddd', 1));
  writeFileSync(file, packFrame(Buffer.from('{"decided":{}}\nnot JSON\n'), 2, 0, 1));
  const movement = await movementOf();
  rmSync(file);
  expect(movement.sentences.map(({ text }) => text).join()).toMatch(/\b2 recorded auctions cannot be read/);
  expect([movement.difference, sumOf(movement)]).toEqual([whole.difference, nanos(whole.difference)]);
});

test.for([9, 18, 24])(
  '%i of 24 hours missing: they are left out of both periods, and the rest is exact',
  async (missing) => {
    const whole = await movementOf();
    const reported = whole.report!;
    const rest = missing < dayHours ? await movementOf(missing) : undefined;
    removeHours(missing);
    const movement = await movementOf();
    expect(movement.report).toEqual(reported);
    expect(movement.hours_left_out).toHaveLength(missing);
    for (const [hour, left] of movement.hours_left_out.entries()) {
      expect(left).toMatchObject({ from: textOf(laterMs + hour * hourMs), against: textOf(firstMs + hour * hourMs) });
      expect(left.missing).toEqual(['against']);
    }
    const held = movement.hours_left_out.reduce((sum, one) => sum + nanos(one.from_net!) - nanos(one.against_net!), 0n);
    expect(nanos(movement.difference) + held).toBe(nanos(reported.difference));
    expect(sumOf(movement)).toBe(nanos(movement.difference));
    expect(movement.sentences[1]!.text).toContain(`${missing === dayHours ? '24' : `${missing} of 24`} hours`);
    expect(movement.sentences.length).toBeLessThanOrEqual(5);
    if (rest === undefined) return expect(movement.parts.every(({ net }) => nanos(net) === 0n)).toBe(true);
    // Of the hours compared everything is recorded: what is said of them is what is said of them alone, and exact.
    expect(movement.difference).toBe(rest.difference);
    expect([rulesOf(movement).net, sumOf(movement)]).toEqual([rulesOf(rest).net, sumOf(rest)]);
    expect(rulesOf(movement).interval).toBeNull();
  },
);

test('GET /recorded says of each hour whether it is whole', async () => {
  const { recorded } = expectOk(await send('GET', `/recorded?ym_profile_id=${ymProfileId}`)).response;
  const hours = recorded as readonly { readonly is_whole: boolean }[];
  expect(hours.length).toBe(dayHours);
  expect(hours.every(({ is_whole: isWhole }) => isWhole)).toBe(true);
});
