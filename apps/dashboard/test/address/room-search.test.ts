import { expect, test } from 'vitest';
import { type RoomSearch, roomSearch, searchReader } from '../../src/address/room-search.ts';
import { readPageSearch } from '../../src/address/search.ts';
import { rooms } from '@auction-tiers/contract/rooms';

type Path = keyof typeof roomSearch;

const given = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test.for<[Path, Readonly<Record<string, unknown>>, object]>([
  [
    '/history',
    { a: '1-18-4f2a9c11.81d3e0aa', b: 'now', page: -1, since: '2026-11-31x', user: '', back: 5 },
    { a: '1-18-4f2a9c11.81d3e0aa' },
  ],
  [
    '/history',
    { page: 2, since: '2026-11-21', user: 'ann', trial: 3 },
    { page: 2, since: '2026-11-21', user: 'ann', trial: 3 },
  ],
  [
    '/tiers',
    { q: 12, action: 'exclude', buyer: 107, where: 'everywhere', sort: 'net.desc', tier: 7, drafted: true },
    { q: 12, action: 'exclude', buyer: 107, where: 'everywhere', sort: 'net.desc', tier: 7, drafted: true },
  ],
  ['/tiers', { action: 'both', buyer: 'x', where: -1, tier: 'new-x', lint: 3, drafted: 1 }, {}],
  ['/tiers', { tier: 'new-12', lint: 'none', where: 4 }, { tier: 'new-12', lint: 'none', where: 4 }],
  ['/tiers/$tier', { tiers: 'draft', min: 2.5 }, { tiers: 'draft', min: 2.5 }],
  ['/tiers/$tier', { tiers: 'both', min: 1_000_000 }, {}],
  ['/draft', { try: 3, published: '4' }, { try: 3 }],
  [
    '/why',
    { auction: { bids: [] }, outcome: 'lost', hour: '2026-11-21T08:00Z' },
    { auction: { bids: [] }, outcome: 'lost', hour: '2026-11-21T08:00Z' },
  ],
  ['/why', { auction: [1], outcome: 'sold', hour: 'noon', tiers: 'live', tab: 'form' }, {}],
  ['/today', { line: 'days', by: 'tier' }, { line: 'days' }],
  ['/reports', { by: 'size' }, { by: 'size' }],
  ['/tiers/targeting', { q: 501, profile: 'new' }, { q: 501, profile: 'new' }],
  ['/tiers/targeting', { q: ['a'], profile: 'old' }, {}],
])('of the address of %s, %j is read as %j: what is not of the form counts as absent', ([path, sent, read]) => {
  expect(given(roomSearch[path](sent))).toStrictEqual(read);
});

test('every room reads its address, and one without parameters takes none of it', () => {
  for (const { path } of rooms) {
    const read = given(searchReader(path)({ q: 'gold', none: 5 }));
    expect(read).toStrictEqual(path in roomSearch && 'q' in roomSearch[path as Path]({}) ? { q: 'gold' } : {});
  }
  expect(given(searchReader('/account')({ q: 'gold' }))).toStrictEqual({});
});

test('a parameter that a room does not have, or of another type, does not compile', () => {
  const wrong = [
    // @ts-expect-error a tier's room has no buyer
    { buyer: 7 } satisfies RoomSearch<'/tiers/$tier'>,
    // @ts-expect-error there is no such action
    { action: 'both' } satisfies RoomSearch<'/tiers'>,
    // @ts-expect-error a page is a number
    { page: '2' } satisfies RoomSearch<'/history'>,
  ];
  expect(wrong).toHaveLength(3);
});

test('what is mistyped of the page is named as undefined, because the router keeps what is not named', () => {
  const none = { member: undefined, ym: undefined, from: undefined, to: undefined, draft: undefined };
  expect(readPageSearch({ member: 0, ym: 'x', from: -14, to: -1, draft: 1.5 })).toStrictEqual(none);
  expect(readPageSearch({ from: '2026-11-03', to: '2026-11-02' })).toStrictEqual(none);
  expect(readPageSearch({ ym: 2, from: '2026-11-01', to: '2026-11-02' })).toStrictEqual({
    ...none,
    ym: 2,
    from: '2026-11-01',
    to: '2026-11-02',
  });
});
