import type { AuctionTier } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTier, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
/** The demo's tiers and one more: some fields are null, many are equal. */
let tiers: readonly AuctionTier[];

beforeAll(async () => {
  const { id } = await demoYmProfile(send);
  await createTier(send, { name: 'Umlaut: Österreich, ab 1.00', ym_profile_id: id, min_price: 1, code: 'a,b' });
  tiers = await listTiers(send);
});

const get = (query: string) => send('GET', `/ym-auction-tier${query}`);
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

describe('several tiers by id', () => {
  test('the plural key, in id order, each once, unknown ones left out', async () => {
    const [first, second] = idsOf(tiers) as [number, number];
    const answer = expectOk(await get(`?id=${second},${first},999999,${second}`));
    expect(idsOf(rowsOf(answer, 'ym-auction-tiers'))).toEqual([first, second]);
    expect(answer.response.count).toBe(2);
  });

  test('an empty list when none exists', async () => {
    const answer = expectOk(await get('?id=999998,999999'));
    expect(answer.response).toMatchObject({ count: 0, 'ym-auction-tiers': [] });
  });

  test('up to 100 different ids', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(expectOk(await get(`?id=${[...hundred, ...hundred].join(',')}`)).response.count).toBe(tiers.length);
    const answer = await get(`?id=${[...hundred, 101].join(',')}`);
    expect(answer.status).toBe(400);
    expect(issuePaths(answer)).toEqual(['id']);
    expect(answer.response.error).toContain('100');
  });

  test.for(['abc', '', '1,', '1,x', '0', '-1', '1.5', '1e3', '99999999999999999999'])(
    '?id=%s is a 400',
    async (ids) => {
      const answer = await get(`?id=${ids}`);
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual(['id']);
    },
  );
});

describe('paging', () => {
  test('without paging parameters everything is returned', async () => {
    const { response } = expectOk(await get(''));
    expect(response).toMatchObject({ count: tiers.length, start_element: 0, num_elements: tiers.length });
  });

  test.for([1, 3, 5, 100])('pages of %i cover each row exactly once, in the order asked for', async (size) => {
    const all = await listTiers(send, '?sort=priority.desc');
    const seen: number[] = [];
    for (let start = 0; start < tiers.length; start += size) {
      const answer = expectOk(await get(`?sort=priority.desc&start_element=${start}&num_elements=${size}`));
      expect(answer.response).toMatchObject({ count: tiers.length, start_element: start, num_elements: size });
      seen.push(...idsOf(rowsOf(answer, 'ym-auction-tiers')));
    }
    expect(seen).toEqual(idsOf(all));
  });

  test('either parameter alone pages: from the start, or by 100', async () => {
    const first = expectOk(await get('?num_elements=2'));
    expect(first.response).toMatchObject({ start_element: 0, num_elements: 2, count: tiers.length });
    expect(rowsOf(first, 'ym-auction-tiers')).toEqual(tiers.slice(0, 2));
    const rest = expectOk(await get('?start_element=2'));
    expect(rest.response).toMatchObject({ start_element: 2, num_elements: 100, count: tiers.length });
    expect(rowsOf(rest, 'ym-auction-tiers')).toEqual(tiers.slice(2));
  });

  test('a page of more than 1000 is capped, with a warning', async () => {
    const { response } = expectOk(await get('?num_elements=5000'));
    expect(response.num_elements).toBe(1000);
    expect(response.dbg_info.warnings).toContainEqual(expect.stringContaining('5000'));
  });

  test('a page beyond the end is empty', async () => {
    const answer = expectOk(await get('?start_element=1000'));
    expect(answer.response).toMatchObject({ count: tiers.length, start_element: 1000, 'ym-auction-tiers': [] });
  });

  test.for(['start_element=-1', 'start_element=x', 'num_elements=-1', 'num_elements=1.5', 'num_elements='])(
    '?%s is a 400',
    async (query) => {
      const answer = await get(`?${query}`);
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual([query.split('=')[0]]);
    },
  );
});

const byId = (a: AuctionTier, b: AuctionTier) => a.id - b.id;
/** A tier without a minimum sorts before every other one, and is neither at least nor at most a price. */
const price = ({ min_price }: AuctionTier, none = Number.NaN) => (min_price === null ? none : Number(min_price));

describe('sorting', () => {
  test.for<[string, (a: AuctionTier, b: AuctionTier) => number]>([
    ['id.asc', byId],
    ['id.desc', (a, b) => byId(b, a)],
    ['id', byId],
    ['priority.desc', (a, b) => b.priority - a.priority || byId(a, b)],
    ['priority.desc,id.desc', (a, b) => b.priority - a.priority || byId(b, a)],
    ['min_price.desc', (a, b) => price(b, -1) - price(a, -1) || byId(a, b)],
    ['min_price.asc', (a, b) => price(a, -1) - price(b, -1) || byId(a, b)],
    [
      'member_action.asc,priority.asc',
      (a, b) =>
        (a.member_action < b.member_action ? -1 : a.member_action > b.member_action ? 1 : 0) ||
        a.priority - b.priority ||
        byId(a, b),
    ],
  ])('sort=%s', async ([sort, order]) => {
    expect(idsOf(await listTiers(send, `?sort=${sort}`))).toEqual(idsOf(tiers.toSorted(order)));
  });

  test.for(['colour.asc', 'id.up', 'id.asc.desc', 'buyer_members.asc', '__proto__.asc', 'constructor.desc'])(
    'sort=%s is a 400',
    async (sort) => {
      const answer = await get(`?sort=${sort}`);
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual(['sort']);
    },
  );
});

describe('filters', () => {
  test.for<[string, (tier: AuctionTier) => boolean]>([
    ['priority=7', ({ priority }) => priority === 7],
    ['priority=7,8', ({ priority }) => priority === 7 || priority === 8],
    ['min_priority=7', ({ priority }) => priority >= 7],
    ['max_priority=4', ({ priority }) => priority <= 4],
    ['min_priority=4&max_priority=6', ({ priority }) => priority >= 4 && priority <= 6],
    ['not_priority=5', ({ priority }) => priority !== 5],
    ['not_priority=5,7', ({ priority }) => priority !== 5 && priority !== 7],
    ['min_price=2.00', (tier) => price(tier) === 2],
    ['min_min_price=2', (tier) => price(tier) >= 2],
    ['max_min_price=1.2', (tier) => price(tier) <= 1.2],
    ['member_action=exclude', ({ member_action }) => member_action === 'exclude'],
    ['not_member_action=exclude', ({ member_action }) => member_action === 'include'],
    ['code=worked-example', ({ code }) => code === 'worked-example'],
    ['not_code=worked-example', ({ code }) => code !== 'worked-example'],
    ['like_name=PAIR', ({ name }) => /pair/i.test(name)],
    ['like_name=%C3%B6sterreich%2C', ({ name }) => name.includes('Österreich,')],
    ['like_description=equal+priority', ({ description }) => description?.startsWith('Equal priority') === true],
    ['search=Pair', ({ name }) => /pair/i.test(name)],
    ['search=worked-EXAMPLE', ({ code }) => code === 'worked-example'],
    ['search=example&min_price=2', ({ code }) => code === 'worked-example'],
  ])('?%s', async ([query, isWanted]) => {
    const wanted = tiers.filter(isWanted);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(tiers.length);
    const answer = expectOk(await get(`?${query}`));
    expect(rowsOf(answer, 'ym-auction-tiers')).toEqual(wanted);
    expect(answer.response.count).toBe(wanted.length);
  });

  test('search finds a part of an id', async () => {
    const last = tiers.at(-1)?.id ?? 0;
    expect(idsOf(await listTiers(send, `?search=${last}`))).toContain(last);
  });

  test('ym_profile_id and profile_id select', async () => {
    const { id } = await demoYmProfile(send);
    expect(await listTiers(send, `?ym_profile_id=${id}`)).toEqual(tiers);
    expect(await listTiers(send, '?ym_profile_id=999999')).toEqual([]);
    const profileId = tiers.find(({ profile_id }) => profile_id !== null)?.profile_id;
    expect(await listTiers(send, `?profile_id=${profileId}`)).toEqual(
      tiers.filter(({ profile_id }) => profile_id === profileId),
    );
  });

  test('filters count before the page is cut', async () => {
    const answer = expectOk(await get('?priority=5&num_elements=1'));
    expect(answer.response.count).toBe(tiers.filter(({ priority }) => priority === 5).length);
    expect(rowsOf(answer, 'ym-auction-tiers')).toHaveLength(1);
  });

  test.for([
    'nmae=x',
    'min_colour=1',
    'like_buyer_members=x',
    'priorty=5',
    '__proto__=1',
    'constructor=x',
    'append=true',
  ])('the unknown parameter %s is a 400 that lists the known ones', async (query) => {
    const answer = await get(`?${query}`);
    expect(answer.status).toBe(400);
    expect(issuePaths(answer)).toEqual([query.split('=')[0]]);
    for (const known of ['priority', 'ym_profile_id', 'sort', 'num_elements']) {
      expect(answer.response.error).toContain(known);
    }
  });

  test('several unknown parameters are named at once', async () => {
    expect(issuePaths(await get('?nmae=x&colour=red')).toSorted()).toEqual(['colour', 'nmae']);
  });

  test.for(['priority=high', 'min_priority=', 'min_priority=1,2', 'ym_profile_id=first', 'priority=0x5'])(
    'a value that the field cannot have is a 400: %s',
    async (query) => {
      const answer = await get(`?${query}`);
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('fields', () => {
  test('keeps the named attributes only, of many and of one', async () => {
    const wanted = tiers.map(({ id, min_price }) => ({ id, min_price }));
    expect(await listTiers(send, '?fields=id,min_price')).toEqual(wanted);
    const one = await get(`?id=${tiers[0]?.id}&fields=min_price,id`);
    expect(one.response['ym-auction-tier']).toEqual(wanted[0]);
  });

  test('an unknown attribute is a 400', async () => {
    for (const query of ['?fields=id,colour', `?id=${tiers[0]?.id}&fields=colour`, '?fields=__proto__']) {
      const answer = await get(query);
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual(['fields']);
    }
  });
});
