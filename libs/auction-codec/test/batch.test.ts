import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuctionReader, toRequest } from '@auction-tiers/auction-codec';
import { maxBatch } from '@auction-tiers/contract';
import { anyJson, auctionJson, change, changed } from './auction-json.ts';
import { defaults, readByDefinition } from './definition.ts';

const reader = new AuctionReader();

/** What a batch is read as: auctions, and the other values in their places; undefined for what is no batch. */
function readBatch(bytes: Buffer): unknown[] | undefined {
  const auctions: unknown[] = [];
  const isBatch = reader.readBatch(bytes, maxBatch, {
    plain: (parsed) => auctions.push(toRequest(parsed, defaults)),
    other: (start, end) => {
      try {
        auctions.push({ other: JSON.parse(bytes.toString('utf8', start, end)) as unknown });
        return true;
      } catch {
        return false;
      }
    },
  });
  return isBatch ? auctions : undefined;
}

/** The same by way of the whole JSON; what an element is read as is the other test's business. */
function readWhole(bytes: Buffer, isPlain: (index: number) => boolean): unknown[] {
  const { auctions } = JSON.parse(bytes.toString()) as { readonly auctions: readonly unknown[] };
  return auctions.map((value, index) =>
    isPlain(index) ? readByDefinition(Buffer.from(JSON.stringify(value)))?.request : { other: value },
  );
}

const element = fc.oneof({ weight: 4, arbitrary: auctionJson }, { weight: 1, arbitrary: anyJson });
const isOther = (value: unknown): boolean => typeof value === 'object' && value !== null && 'other' in value;

test('every auction of a batch is read in its place, and every other value is given as it is', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), (elements) => {
      const bytes = Buffer.from(`{"auctions":[${elements.join()}]}`);
      const read = readBatch(bytes);
      expect(read).toEqual(readWhole(bytes, (index) => !isOther(read?.[index])));
    }),
    { numRuns: 700 },
  );
});

test('a batch with a changed byte is read as the JSON that it is, or not at all', () => {
  fc.assert(
    fc.property(fc.array(element, { minLength: 1, maxLength: 3 }), change, (elements, changes) => {
      const bytes = changed(`{"auctions":[${elements.join()}]}`, changes);
      const read = readBatch(bytes);
      if (read !== undefined) expect(read).toEqual(readWhole(bytes, (index) => !isOther(read[index])));
    }),
    { numRuns: 1500 },
  );
});

const auction = '{"ym_profile_id":1,"bids":[]}';
const many = (count: number) => Array.from({ length: count }, () => auction).join();

test.for([
  [`{"auctions":[${auction},{"a":"}]\\"["},[1,[2]],null,"x",7]}`, 6],
  [` { "auctions" : [ ${auction} , 7 ] } `, 2],
  ['{"auctions":[]}', 0],
  [`{"auctions":[${many(1000)}]}`, 1000],
] as const)('%s is a batch', ([json, count]) => {
  expect(readBatch(Buffer.from(json))).toHaveLength(count);
});

test.for([
  ['a list alone', `[${auction}]`],
  ['another key', `{"bids":[${auction}]}`],
  ['one key more', `{"auctions":[],"colour":1}`],
  ['no list', '{"auctions":{}}'],
  ['a comma too many', `{"auctions":[${auction},]}`],
  ['a comma too few', `{"auctions":[${auction}${auction}]}`],
  ['nothing between two commas', `{"auctions":[1,,2]}`],
  ['an element that is no JSON', `{"auctions":[${auction},{"a":]}`],
  ['no end', `{"auctions":[${auction}`],
  ['an auction too many', `{"auctions":[${many(1001)}]}`],
] as const)('what has %s is no plain batch', ([, json]) => {
  expect(readBatch(Buffer.from(json))).toBeUndefined();
});
