import { nameKey } from '@auction-tiers/contract/tier-set';
import { expect, test } from 'vitest';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { readSeatFile } from '../../src/log/seat-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { readFiles } from './read-log.ts';

const mapped = new Map([
  ['acme', 12],
  ['700', 101],
]);
const memberOfName = new Map([
  ['northwind media', 101],
  ['acme', 5],
  [nameKey('Größe & Söhne'), 7],
]);

test.for([
  { seat: 'acme', memberId: 12, why: 'the file comes before the directory' },
  { seat: ' Acme ', memberId: 12, why: 'case and white space around it do not matter' },
  { seat: '700', memberId: 101, why: 'the file maps numbers too' },
  { seat: '12', memberId: 12, why: 'a number is a member id' },
  { seat: 'Northwind Media', memberId: 101, why: 'a name in the directory' },
  { seat: 'GRÖSSE & SO\u0308HNE', memberId: 7, why: 'names compare as the service compares them' },
  { seat: '0', memberId: null, why: 'no member has the id 0' },
  { seat: '012', memberId: null, why: 'ids have no zeros before them' },
  { seat: 'stranger', memberId: null, why: 'unknown' },
])('the seat $seat is member $memberId: $why', ({ seat, memberId }) => {
  expect(createSeatBook({ mapped, memberOfName }).memberOfSeat(seat)).toBe(memberId);
});

test('member ids are mapped only where the file has one', () => {
  const { memberOf } = createSeatBook({ mapped });
  expect([memberOf!(700), memberOf!(12)]).toEqual([101, 12]);
  expect(createSeatBook({ mapped: new Map([['acme', 12]]) }).memberOf).toBeUndefined();
  expect(createSeatBook().memberOf).toBeUndefined();
});

test.for([
  { form: 'JSON', text: '{"acme": 12, "700": 101}' },
  { form: 'CSV', text: 'seat,member_id\nacme,12\n\n700,101\n' },
  {
    form: 'CSV with quotes, a byte order mark and carriage returns',
    text: '\uFEFFseat,member_id\r\n"acme","12"\r\n700,101\r\n',
  },
])('a seat file may be $form', ({ text }) => {
  const seats = readSeatFile(writeLog(createFolder(), text));
  expect(new Map(seats)).toEqual(mapped);
});

test.for([
  ['{"acme": 0}', '"acme" has the member id 0, allowed: a whole number from 1.'],
  ['{"acme": "x"}', '"acme" has the member id "x", allowed: a whole number from 1.'],
  ['{"acme": 9007199254740993}', '"acme" has the member id 9007199254740992, allowed: a whole number from 1.'],
  ['{"acme"', 'is not JSON: '],
  ['seat;member_id\nacme;12\n', 'is neither a JSON object nor CSV with the header seat,member_id.'],
  ['', 'is neither a JSON object nor CSV with the header seat,member_id.'],
  ['seat,member_id\nacme\n', 'line 2 has 1 fields, allowed: 2.'],
  ['seat,member_id\nacme,12\nacme,13\n', 'line 3 names the seat "acme" a second time.'],
])('%j is no seat file', ([text, problem]) => {
  const file = writeLog(createFolder(), text);
  expect(() => readSeatFile(file)).toThrow(`--seats: ${file} ${problem}`);
});

test('a seat file that is away is wrong usage', () => {
  expect(() => readSeatFile('/nowhere/seats.json')).toThrow('--seats: /nowhere/seats.json cannot be read: ENOENT');
});

test('own lines are read with the members that the file maps their ids to, however they are written', async () => {
  const line = '{"bids":[{"id":"a","member_id":700,"price":1},{"id":"b","member_id":13,"price":1}]}';
  const escaped = line.replace('"a"', String.raw`"\u0061"`);
  const file = writeLog(createFolder(), `${line}\n${escaped}\n`);
  const { auctions } = await readFiles([file], { seats: createSeatBook({ mapped }) });
  const members = auctions.map(({ request }) => request.bids.map(({ id, memberId }) => [id, memberId]));
  const expected = [
    ['a', 101],
    ['b', 13],
  ];
  expect(members).toEqual([expected, expected]);
});
