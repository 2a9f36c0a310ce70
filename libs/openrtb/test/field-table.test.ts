import { expect, test } from 'vitest';
import { map } from './build.ts';
import { type Fields, readObjects, readRows } from './field-table.ts';

const objects = readObjects();
const rows = readRows();

/** Objects that the table lists at one of their places only. */
const onceListed: readonly (readonly [from: RegExp, to: string])[] = [
  [/^(?:app|dooh)\.(content|publisher)\./, 'site.$1.'],
  [/^user\.geo\./, 'device.geo.'],
  [/^site\.content\.data\./, 'user.data.'],
  [/^imp\.(?:video|audio)\.companionad\./, 'imp.banner.'],
  [/^imp\.audio\.durfloors\./, 'imp.video.durfloors.'],
  [/^imp\.pmp\.deals\.durfloors\./, 'imp.video.durfloors.'],
  [/^device\.sua\.platform\./, 'device.sua.browsers.'],
];
const listedPlace = (path: string): string => onceListed.reduce((at, [from, to]) => at.replace(from, to), path);

/** A path without what says that it goes through lists, and without the name of the response. */
const plain = (field: string): string => field.replaceAll('[]', '').replace(/^bid_responses\.seatbid/, 'seatbid');

const fieldOf = new Map(rows.map((row) => [plain(row.field), row]));

/** The paths of all fields below an object. */
function pathsOf(name: string, prefix = '', above: readonly string[] = []): string[] {
  return Object.entries(objects.get(name)!).flatMap(([field, { object }]) => {
    const path = `${prefix}${field}`;
    const isInside = object !== undefined && !above.includes(object);
    return field === 'ext' ? [] : [path, ...(isInside ? pathsOf(object, `${path}.`, [...above, object]) : [])];
  });
}

const defined = new Set([...pathsOf('BidRequest'), ...pathsOf('BidResponse', 'bid_responses.')].map(plain));

test('the table has every field of OpenRTB, and no other but those of an ext', () => {
  expect(defined.size).toBeGreaterThan(400);
  expect([...defined].filter((path) => !fieldOf.has(listedPlace(path)))).toEqual([]);
  const others = [...fieldOf.keys()].filter((path) => !defined.has(path) && !/(?:^|\.)ext\./.test(path));
  // A later edition of OpenRTB 2.6 has it.
  expect(others).toEqual(['imp.audio.poddedupe']);
  expect(rows).toHaveLength(fieldOf.size);
});

test('each row says what a field decides, or why it decides nothing', () => {
  for (const { field, state, decides, rule, isDuty } of rows) {
    expect({
      field,
      isSaid: rule !== '' && (state === 'read') === (decides !== '') && !(isDuty && state !== 'no'),
    }).toEqual({ field, isSaid: true });
  }
});

/** An object with every object below it, and no other value. */
function fill(name: string, above: readonly string[] = []): Record<string, unknown> {
  const parts = Object.entries<Fields[string]>(objects.get(name)!).map(([field, { object, isList }]) => {
    if (field === 'ext') return [field, { data: {}, prebid: { floors: {}, targeting: {} } }];
    if (object === undefined || above.includes(object)) return [field, undefined];
    const inside = fill(object, [...above, object]);
    return [field, isList ? [inside] : inside];
  });
  return Object.fromEntries(parts) as Record<string, unknown>;
}

/** The value, whose parts note their path in `looked` when they are looked at. */
function watched<Value>(value: Value, path: string, looked: Set<string>): Value {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || typeof found === 'function') return found;
      if (Array.isArray(target)) return watched(found, path, looked);
      const below = path === '' ? key : `${path}.${key}`;
      looked.add(below);
      return watched(found, below, looked);
    },
  });
}

/** The paths that the mapping looks at, of requests with everything that lets it look at more. */
function lookedAt(): ReadonlySet<string> {
  const looked = new Set<string>();
  const floors = { durfloors: [{ bidfloor: 1 }], mincpmpersec: 0 };
  const deals = [{ ...fill('Deal'), ...floors, id: 'D' }];
  const imp = { ...fill('Imp'), id: '1', pmp: { ...fill('Pmp'), deals } };
  const lists = { wseat: ['m1'], badv: ['x.example'], bcat: ['IAB1'], bapp: ['x'] };
  const request: Readonly<Record<string, unknown>> = {
    ...fill('BidRequest'),
    ...lists,
    imp: [imp, { ...fill('Imp'), ...floors, id: '2' }],
  };
  const bids = [
    { ...fill('Bid'), impid: '1', price: 1, dealid: 'D' },
    { ...fill('Bid'), impid: '2', price: 1 },
  ];
  const responses = [{ ...fill('BidResponse'), seatbid: [{ ...fill('SeatBid'), seat: 'm1', bid: bids }] }];
  for (const place of ['site', 'app', 'dooh']) {
    const sent = { ...request, site: undefined, app: undefined, dooh: undefined, [place]: request[place] };
    map(watched(sent, '', looked), watched(responses, 'bid_responses', looked));
  }
  return new Set([...looked].map((path) => listedPlace(plain(path))));
}

const looked = lookedAt();

test('what the table says is read or named, the mapping looks at', () => {
  const said = [...fieldOf].filter(([, { state }]) => state !== 'no').map(([path]) => path);
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((path) => !looked.has(path))).toEqual([]);
});

test('what the mapping looks at, the table says is read or named', () => {
  const said = [...fieldOf].filter(([, { state }]) => state !== 'no').map(([path]) => path);
  const isSaid = (path: string) =>
    said.some(
      (one) => one === path || one.startsWith(`${path}.`) || (/(?:^|\.)ext\./.test(one) && path.startsWith(`${one}.`)),
    );
  // A screen out of home is read as a site is; OpenRTB gives it fewer fields.
  const ofSites = ['cat', 'cattax', 'kwarray', 'pagecat', 'sectioncat'].map((name) => `dooh.${name}`);
  expect([...looked].filter((path) => !isSaid(path)).toSorted()).toEqual(ofSites);
});
