import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { readFiles } from './read-log.ts';

const bid_request = { id: 'a', imp: [{ id: '1' }, { id: '2' }] };

async function unitsOf(lines: readonly object[]) {
  const log = writeLog(createFolder(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { auctions, told } = await readFiles([log]);
  expect(told).toEqual([]);
  return auctions.map(({ unit }) => unit);
}

test('an auction keeps the unit of its body, in whatever form the body is', async () => {
  const bids = [{ id: 'a', member_id: '7', price: '1.5' }];
  const lines = [
    { unit: 'user 7', bids: [] },
    { unit: 'user 8', bids },
    { unit: 'größe "9"', bids: [] },
  ];
  expect(await unitsOf(lines)).toEqual(['user 7', 'user 8', 'größe "9"']);
  expect(await unitsOf([{ bids: [] }, { bids }, { unit: null, bids: [] }])).toEqual([undefined, undefined, undefined]);
});

test('the auctions of a bid request have the unit of its user, or else of its device', async () => {
  const lines = [
    { bid_request: { ...bid_request, user: { id: 'u1' } } },
    { bid_request: { ...bid_request, user: null, device: { ifa: 'i1' } } },
    { bid_request },
  ];
  expect(await unitsOf(lines)).toEqual(['u1', 'u1', 'i1', 'i1', undefined, undefined]);
});

test('a unit that is none breaks its line, as it is refused by the service', async () => {
  const log = writeLog(createFolder(), `{"unit":"","bids":[]}\n{"unit":7,"bids":[]}\n`);
  const { auctions, told } = await readFiles([log]);
  expect(auctions).toEqual([]);
  const problem = expect.stringContaining('unit') as string;
  expect(told).toMatchObject([
    { line: 1, problem },
    { line: 2, problem },
  ]);
});
