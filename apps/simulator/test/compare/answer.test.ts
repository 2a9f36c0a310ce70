import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import type { AnsweredNet, CompareReport, MeasuredAnswer } from '@auction-tiers/contract/compare-report';
import { movedMinimums } from '@auction-tiers/experiment';
import { type AuctionRequest, Decision } from '@auction-tiers/tier-engine';
import { expect, onTestFinished, test } from 'vitest';
import { sell } from '../../src/compare/measuring/sale.ts';
import { adviseAuctions } from '../../src/run/advise.ts';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import { toCompareReport } from '../../src/compare/reporting/to-compare-report.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { synthesizeAuctions } from './compare-auctions.ts';
import { loadDemo } from './tier-set.ts';

const current = loadDemo();
/** The buyers of the gold tier meet half as much again. */
const raiseGold = <T extends { readonly id: number; readonly min_price?: string | null | undefined }>(
  tiers: readonly T[],
) => {
  const at = tiers.findIndex(({ min_price: minimum }) => Number(minimum ?? 0) > 0);
  return tiers.with(at, { ...tiers[at]!, min_price: (Number(tiers[at]!.min_price) * 1.5).toFixed(6) });
};
const draft = loadDemo((tiers) => raiseGold(tiers));
const moved = movedMinimums(current.source.tiers, draft.source.tiers);
const [member] = moved.keys();

const elasticity = (value: number, reach: number) => ({ value, interval: { low: value - reach, high: value + reach } });
const answerOf = (price: number, rate: number, reach = 0): MeasuredAnswer => ({
  experiment_id: 4,
  until: '2026-11-28 05:00:00',
  buyers: [
    {
      member_id: member!,
      minimum: { from: '3.000000', to: '4.500000' },
      mean_bid: elasticity(price, reach),
      bid_rate: elasticity(rate, reach),
    },
  ],
});

const auctions = await synthesizeAuctions(600, 8, 'answer');
function measuredOf(answer: MeasuredAnswer, tries = 1) {
  const comparison = new Comparison({ current, draft, seed: 's' });
  for (const auction of auctions) comparison.add(auction);
  const rest = { comparison, input: new InputCounts([]).report(), fee: chooseFee({}), byteCount: 1, elasticity: 0 };
  const { net_to_seller: net, measured_answer: measured } = toCompareReport({
    ...rest,
    current,
    draft,
    seed: 's',
    tries,
    answer,
  });
  expect(measured!.without.net).toBe(net.difference);
  expect(Number(measured!.without.interval!.low)).toBeCloseTo(Number(net.interval!.low), 8);
  return measured!;
}
const netOf = (set: typeof current, change: (request: AuctionRequest) => AuctionRequest = (one) => one) =>
  auctions.reduce((sum, { request }) => sum + sell(set.tierSet, change(request), new Decision()).netMicros, 0) / 1e9;
/** How far an interval of an estimate reaches beyond that of another with the error of an answer. */
const reachOf = (wide: AnsweredNet, narrow: AnsweredNet) => {
  const [far, near] = [wide, narrow].map(({ net, interval }) => Number(net) - Number(interval!.low));
  return Math.sqrt(far! ** 2 - near! ** 2);
};
const widthOf = ({ interval }: { readonly interval: { readonly low: string; readonly high: string } | null }) =>
  Number(interval!.high) - Number(interval!.low);

test('a draft is compared with the prices that a measured buyer would bid, as if the log had them', () => {
  expect(moved.get(member!)!.to / moved.get(member!)!.from).toBeCloseTo(1.5, 9);
  const factor = 1.5 ** 0.8;
  const answered = netOf(draft, (request) => ({
    ...request,
    bids: request.bids.map((bid) =>
      bid.memberId === member ? { ...bid, grossMicros: Math.round(bid.grossMicros * factor) } : bid,
    ),
  }));
  const measured = measuredOf(answerOf(0.8, 0));
  // The samples hold the whole log.
  expect(measured.sampled_auctions).toBe(600);
  expect(Number(measured.with.net)).toBeCloseTo(answered - netOf(current), 6);
  expect(Number(measured.with.net)).toBeGreaterThan(Number(measured.without.net));
});

test('a buyer that would send fewer bids is left out of as many, and an unsure answer makes the interval wider', () => {
  const without = netOf(draft, (request) => ({
    ...request,
    bids: request.bids.filter(({ memberId }) => memberId !== member),
  }));
  expect(Number(measuredOf(answerOf(0, -40)).with.net)).toBeCloseTo(without - netOf(current), 6);
  const [sure, unsure] = [measuredOf(answerOf(0.4, -0.5)), measuredOf(answerOf(0.4, -0.5, 0.4))];
  expect(unsure.with.net).toBe(sure.with.net);
  expect(widthOf(unsure.with)).toBeGreaterThan(1.2 * widthOf(sure.with));
  expect(measuredOf(answerOf(0, 0)).with).toEqual(measuredOf(answerOf(0, 0)).without);
});

const reachAt = (tries: number) => {
  const { with: answered, without } = measuredOf(answerOf(0.4, -0.5, 0.4), tries);
  return reachOf(answered, without);
};

test('with several tries the error of an answer reaches as far as the confidence of the other intervals asks', () => {
  // Normal quantiles of 0.99875 and 0.975.
  expect(reachAt(20) / reachAt(1)).toBeCloseTo(3.0233 / 1.96, 2);
});

test('advice proposes a minimum that buyers rise to where their answer is given, up to what was tested, and none without', async () => {
  const week = await synthesizeAuctions(500, 8, 'answered advice');
  const minimumOf = ({ draft: { tiers } }: AdviceReport['proposals'][number]) =>
    tiers.flatMap(({ member_action: action, buyer_members: buyers, min_price: minimum }) =>
      action === 'include' && buyers?.some(({ id }) => id === member) === true ? [Number(minimum ?? 0)] : [],
    );
  const present = moved.get(member!)!.from / 1e6;
  const isRaise = (one: AdviceReport['proposals'][number]) => Math.max(...minimumOf(one)) > present;
  const tierIds = current.source.tiers.flatMap(({ id, buyerMemberIds }) =>
    buyerMemberIds.includes(member!) ? [id] : [],
  );
  const freedom = {
    minimums: new Map(tierIds.map((id) => [id, [1e6 * present, 1.2e6 * present]])),
    limits: new Map(),
    hasPriorities: false,
    hasBuyers: false,
  };
  const raisesOf = async (answer?: MeasuredAnswer) => {
    const { proposals } = await adviseAuctions(week, {
      loaded: current,
      fee: chooseFee({}),
      seed: 's',
      answer,
      freedom,
    });
    return proposals.filter((one) => isRaise(one) && Number(one.gain) < 0 && one.state !== 'dominated');
  };
  expect(await raisesOf()).toEqual([]);
  const rising = await raisesOf(answerOf(3, 0, 0.1));
  expect(rising.length).toBeGreaterThan(0);
  expect(Math.max(...rising.flatMap(minimumOf))).toBeLessThanOrEqual(1.5 * present);
  expect(Number(rising[0]!.answered!.net)).toBeGreaterThan(0);
  expect(Number(rising[0]!.answered!.net)).toBeGreaterThan(Number(rising[0]!.gain));
  // Buyers that shrink from a minimum are not asked for more.
  expect(await raisesOf(answerOf(-3, 0, 0.1))).toEqual([]);
});

test('compare and advise take what GET /experiment/result answers, name the experiment, and refuse a result without an answer', async () => {
  const folder = createFolder();
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  const demo = demoTierSet();
  write('now.tiers.json', demo);
  write('draft.tiers.json', { ...demo, tiers: raiseGold(demo.tiers) });
  write('result.json', { response: { status: 'OK', 'experiment-result': { answer: answerOf(-0.5, -2, 0.1) } } });
  write('none.json', { answer: null });
  const run = (...args: string[]) => runSimulator(folder, args, { AUCTION_TIERS_KEY: 'a-key' });
  await run('generate', '--out', 'log.jsonl', '--auctions', '2000', '--bids', '6', '--seed', 's');
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const log = ['--in', 'log.jsonl'];
  const url = await serveResult({ answer: answerOf(-0.5, -2, 0.1) });
  const byId = ['--response', '4', '--api', url, '--ym-profile', '1'];
  const [compared, advised, refused, named] = await Promise.all([
    run(
      'compare',
      ...log,
      '--current',
      'now.tiers.json',
      '--draft',
      'draft.tiers.json',
      '--response',
      'result.json',
      '--out',
      'c.json',
      '--html',
      'c.html',
    ),
    run('advise', ...log, '--tiers', 'now.tiers.json', '--response', 'result.json', '--out', 'a.json'),
    run('advise', ...log, '--tiers', 'now.tiers.json', '--response', 'none.json'),
    run('advise', ...log, '--tiers', 'now.tiers.json', ...byId, '--out', 'named.json'),
  ]);
  expect(compared).toMatchObject({ stderr: '' });
  const { measured_answer: measured } = read('c.json') as CompareReport;
  expect(measured).toMatchObject({ experiment_id: 4, until: '2026-11-28 05:00:00', buyers: [member] });
  expect(Number(measured!.with.net)).toBeLessThan(Number(measured!.without.net));
  for (const text of [compared.stdout, readFileSync(join(folder, 'c.html'), 'utf8')]) {
    expect(text.replace(/\s+/g, ' ')).toContain(
      'With the reaction of buyers that experiment 4 measured until 2026-11-28',
    );
  }
  const advice = read('a.json') as AdviceReport;
  expect(advice.says.join()).toContain('experiment 4 measured until 2026-11-28 05:00:00 UTC');
  const answered = advice.curves.filter((curve) => curve.answered.length > 0);
  expect(answered.length).toBeGreaterThan(0);
  for (const { points, min_price: present, answered: some } of answered) {
    // At the present minimum nobody has anything to answer.
    const at = (price: string | null) => Number(points.find((one) => Number(one.min_price) === Number(price))!.net);
    expect(Number(some.find((one) => Number(one.min_price) === Number(present))!.net)).toBeCloseTo(at(present), 6);
    expect(some.length).toBeGreaterThan(3);
  }
  expect(advised).toMatchObject({ exitCode: 0, stderr: '' });
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toContain('--response: none.json has no measured answer of buyers');
  // The id of an experiment gives what its file does.
  expect(named).toMatchObject({ exitCode: 0, stderr: '' });
  expect(read('named.json')).toEqual(read('a.json'));
});

/** Serves the result of experiment 4. Its real counterpart measures an answer in weeks: apps/api/test/experiment. */
async function serveResult(result: object): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    const isAsked = url === '/experiment/result?id=4' && headers.authorization === 'Bearer a-key';
    const body = { response: isAsked ? { status: 'OK', 'experiment-result': result } : { status: 'ERROR' } };
    response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
