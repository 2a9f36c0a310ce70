import { readFileSync } from 'node:fs';
import { messageOf, wrongUsage } from '../cli/failure.ts';
import { splitRow } from './file/separated-rows.ts';

const csvHeader = ['seat', 'member_id'];

/**
 * Reads a seat file: a JSON object with member ids by seat, `{"acme": 12}`, or CSV with the header `seat,member_id`. In
 * place of a seat it may have a member id of the log. Throws a `Failure` that says what is wrong and where.
 */
export function readSeatFile(file: string): ReadonlyMap<string, number> {
  const refuse = (problem: string, cause?: unknown) => wrongUsage(`--seats: ${file} ${problem}.`, cause);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw refuse(`cannot be read: ${messageOf(error)}`, error);
  }
  const entries = text.trimStart().startsWith('{') ? readJson(text, refuse) : readCsv(text, refuse);
  const seats = new Map<string, number>();
  for (const { seat, member, place } of entries) {
    const memberId = Number(member);
    const isId = /^[1-9]\d*$/.test(String(member)) && Number.isSafeInteger(memberId);
    if (!isId) throw refuse(`${place} has the member id ${JSON.stringify(member)}, allowed: a whole number from 1`);
    if (seats.has(seat)) throw refuse(`${place} names the seat ${JSON.stringify(seat)} a second time`);
    seats.set(seat, memberId);
  }
  return seats;
}

interface Entry {
  readonly seat: string;
  readonly member: unknown;
  readonly place: string;
}

type Refuse = (problem: string, cause?: unknown) => Error;

function readJson(text: string, refuse: Refuse): Entry[] {
  try {
    const seats: object = JSON.parse(text);
    return Object.entries(seats).map(([seat, member]) => ({ seat, member, place: JSON.stringify(seat) }));
  } catch (error) {
    throw refuse(`is not JSON: ${messageOf(error)}`, error);
  }
}

function readCsv(text: string, refuse: Refuse): Entry[] {
  const rows = text.split(/\r?\n/).map((line) => splitRow(line, ',') ?? []);
  const [header = []] = rows;
  if (header.join() !== csvHeader.join()) {
    throw refuse(`is neither a JSON object nor CSV with the header ${csvHeader.join()}`);
  }
  return rows.flatMap((row, at) => {
    if (at === 0 || row.join('') === '') return [];
    const [seat = '', member = ''] = row;
    const place = `line ${at + 1}`;
    if (row.length !== csvHeader.length) throw refuse(`${place} has ${row.length} fields, allowed: 2`);
    return [{ seat, member, place }];
  });
}
