import { type ExplainedAuction, toExplainedAuction } from '@auction-tiers/contract';
import { TierSetFile, toTierSetSource } from '@auction-tiers/contract/tier-set';
import { compile, toFeePpm } from '@auction-tiers/tier-engine';
import { beforeAll, expect, test, type TestContext } from 'vitest';
import { type Body, explainBody } from '../../src/room/why/explain-body.ts';
import { servedPage } from '../fixture/page.ts';

const bid = (id: string, member_id: number | null, price: number | string) => ({ id, member_id, price });

/** Bodies without `ym_profile_id`, which each test adds. */
const bodies: Readonly<Record<string, Body>> = {
  'an auction with nothing but bids': { bids: [bid('a', 107, 2), bid('b', 107, 2.4), bid('c', 101, 9)] },
  'an auction without bids': { bids: [] },
  'second price among bids of one priority': {
    auction_type: 2,
    bid_floor: 0.7,
    bids: [bid('a', 107, 6), bid('b', 104, 5), bid('c', 105, 4.5)],
    impression: { sizes: [{ width: 300, height: 250 }] },
  },
  'second price with a fee of its own': {
    auction_type: '2',
    revenue_share_pct: 20,
    bids: [{ ...bid('a', 107, '6.123456'), revenue_share_pct: 33.3333 }, bid('b', 110, 1)],
  },
  'ties of tiers and of bids': {
    seed: 'tie',
    bids: [bid('a', 112, 3), bid('b', 113, 3), bid('c', 112, 3), bid('d', 113, 3)],
  },
  'an evening in New York': { impression: { time: '2026-11-22T00:30:00Z' }, bids: [bid('a', 117, 4)] },
  'a morning in New York': { impression: { time: '2026-11-22T08:30:00-05:00' }, bids: [bid('a', 117, 4)] },
  'everything that the form has': {
    auction_type: 1,
    bid_floor: 1.5,
    revenue_share_pct: 12.5,
    seed: 'form',
    impression: {
      country: 'USA',
      dma: 501,
      sizes: [
        { width: 300, height: 250 },
        { width: 728, height: 90 },
      ],
      device_type: 'phone',
      supply_type: 'mobile_web',
      time: '2026-11-21T23:59:59.999Z',
      key_values: { section: ['sports'] },
    },
    bids: [bid('a', 102, 4), bid('b', 108, 8), bid('c', null, 7), bid('d', 120, 9), bid('e', 109, 1.4)],
  },
  'nulls for what is not known': {
    bid_floor: null,
    impression: { country: null, dma: null },
    bids: [bid('a', 102, 4)],
  },
};

interface Live {
  readonly file: TierSetFile;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;
}
let live: Promise<Live> | undefined;
beforeAll(() => {
  live = undefined;
});

/** The live tiers of the first seller, and how to ask the service as it. */
function readLive(context: TestContext): Promise<Live> {
  const { url, users } = servedPage(context);
  const call: Live['call'] = async (method, path, body) => {
    const headers = { authorization: users.seller.api_key, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { response: Readonly<Record<string, unknown>> }).response;
  };
  live ??= (async () => {
    const { id } = ((await call('GET', '/ym-profile'))['ym-profiles'] as { id: number }[])[0]!;
    const exported = (await call('GET', `/ym-profile/export?id=${id}`))['ym-profile-export'];
    return { file: TierSetFile.parse(exported), call };
  })();
  return live;
}

test.for(Object.entries(bodies))('the page explains %s as the service does', async ([, sent], context) => {
  const { file, call } = await readLive(context);
  const body = { ym_profile_id: file.ym_profile.id, ...sent };
  const answered = (await call('POST', '/auction/explain', body))['auction'] as ExplainedAuction;
  const made = compile(toTierSetSource(file));
  if (!made.ok) throw new Error(JSON.stringify(made.issues));
  // What a body is silent about is drawn where it is decided: the page is given what the service drew.
  const defaults = {
    seed: answered.seed,
    timeMs: Date.parse(answered.time),
    feePpm: toFeePpm(file.revenue_share_pct ?? 0),
  };
  const own = explainBody(body, made.tierSet, defaults);
  if (!own.ok) throw new Error(JSON.stringify(own.problems));
  expect(JSON.parse(JSON.stringify(toExplainedAuction(own.explanation)))).toEqual(answered);
});

test('the page refuses a body for the problems for which the service refuses it', async (context) => {
  const { file, call } = await readLive(context);
  const body = {
    ym_profile_id: file.ym_profile.id,
    bid_floor: -1,
    impression: { dma: 'New York', surprise: 1 },
    bids: [bid('a', 107, 2), bid('a', 107, 1e9), { id: 'c', price: 1 }],
  };
  const { dbg_info } = (await call('POST', '/auction/explain', body)) as { dbg_info: { issues: { path: string }[] } };
  const made = compile(toTierSetSource(file));
  const own = explainBody(body, made.ok ? made.tierSet : (undefined as never), { seed: 's', timeMs: 0, feePpm: 0 });
  expect(own.ok ? [] : own.problems).toEqual(dbg_info.issues);
});
