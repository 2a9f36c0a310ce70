import { auctionFields, bidFields, type FieldTable, type Form, impressionFields } from '@auction-tiers/contract';
import type { Size } from '@auction-tiers/tier-engine';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';

/** A column of the Parquet file. */
export interface Column {
  readonly name: string;
  /** Its type in DuckDB. */
  readonly type: string;
  /** Its value in a row of JSON; undefined: it has none. A moment is given in milliseconds since the epoch. */
  readonly valueOf: (row: Row) => unknown;
}

/** An auction of a log, and what won by the tiers of `pack --tiers`. */
export interface Row {
  readonly logged: LoggedAuction;
  /** Parts per million; undefined: neither the log nor the tiers say. */
  readonly feePpm: number | undefined;
  /** undefined: no tiers were given, or no bid wins. `tierId` is null where the winning bid is in no tier. */
  readonly won: { readonly tierId: number | null; readonly netMicros: number } | undefined;
}

export const momentType = 'TIMESTAMP_MS';

/** The columns, made of the contract's tables of attributes: their names on the wire, with the unit where it is another one. */
export function packColumns(): Column[] {
  return [
    ...ownColumns,
    ...columnsOf(auctionFields, '', ({ logged, feePpm }) => ({
      ...logged.request,
      feePpm,
      ymProfileId: logged.named?.ymProfileId,
      unit: logged.unit,
    })).filter(({ name }) => !(name in impressionFields) && !ofAnswer.has(name)),
    ...columnsOf(impressionFields, '', ({ logged: { request, named } }) => ({
      publisherId: named?.publisherId,
      ...request.impression,
      timeMs: request.timeMs,
    })),
    ...columnsOf(bidFields, 'bids_', ({ logged }) => logged.request.bids),
  ];
}

/** Attributes that say what an answer shows, and are no part of an auction. */
const ofAnswer = new Set(['min_to_win']);

/** Columns beside those of the contract: the place in the log, the service's decision, and that of the given tiers. */
const ownColumns: readonly Column[] = [
  { name: 'file', type: 'VARCHAR', valueOf: ({ logged }) => logged.file },
  { name: 'line_number', type: 'INTEGER', valueOf: ({ logged }) => logged.line },
  { name: 'impression_number', type: 'INTEGER', valueOf: ({ logged }) => logged.impression },
  { name: 'decided_revision', type: 'VARCHAR', valueOf: ({ logged }) => logged.decided?.revision },
  { name: 'decided_winner', type: 'VARCHAR', valueOf: ({ logged }) => logged.decided?.winner?.toWellFormed() },
  { name: 'decided_clearing_price_micros', type: 'BIGINT', valueOf: ({ logged }) => logged.decided?.clearingMicros },
  { name: 'decided_answer_crc32', type: 'BIGINT', valueOf: ({ logged }) => logged.decided?.answerCrc32 },
  { name: 'decided_share', type: 'DOUBLE', valueOf: ({ logged }) => logged.decided?.share },
  { name: 'decided_experiment_id', type: 'BIGINT', valueOf: ({ logged }) => logged.decided?.experiment?.id },
  { name: 'decided_arm', type: 'VARCHAR', valueOf: ({ logged }) => logged.decided?.experiment?.arm },
  { name: 'won_tier_id', type: 'BIGINT', valueOf: ({ won }) => won?.tierId },
  { name: 'won_net_micros', type: 'BIGINT', valueOf: ({ won }) => won?.netMicros },
];

/** `holderOf` gives the object that has the attributes, or a list of them: then each column is a list with a value for each. */
function columnsOf(fields: FieldTable, prefix: string, holderOf: (row: Row) => object): Column[] {
  const isOfBids = fields === bidFields;
  return Object.entries(fields).flatMap(([wire, { engine, kind }]): Column[] => {
    const { form } = kind;
    // A list in the list of bids is JSON as text.
    const cell = isOfBids && form.is === 'list' ? json : cellOf(form);
    if (cell === undefined) return [];
    const valueIn = (holder: object) => {
      const value: unknown = Reflect.get(holder, engine);
      return value === undefined || value === null ? undefined : cell.toJson(value);
    };
    const valueOf = (row: Row): unknown => {
      const holder = holderOf(row);
      if (!Array.isArray(holder)) return valueIn(holder);
      const values = holder.map(valueIn);
      // A list without a value is stored as none, so that a column that no bid has costs nothing.
      return values.length > 0 && values.every((value) => value === undefined) ? undefined : values;
    };
    return [{ name: `${prefix}${withUnit(wire, form)}`, type: isOfBids ? `${cell.type}[]` : cell.type, valueOf }];
  });
}

const decimalsOfMicros = 6;

function withUnit(wire: string, form: Form): string {
  if (form.is !== 'decimal') return wire;
  return form.decimals === decimalsOfMicros ? `${wire}_micros` : wire.replace(/_pct$/, '_ppm');
}

/** The type of a value, and the value as JSON. */
interface Cell {
  readonly type: string;
  readonly toJson: (value: unknown) => unknown;
}

const number: Cell = { type: 'BIGINT', toJson: (value) => value };
const flag: Cell = { type: 'BOOLEAN', toJson: (value) => value };
/** DuckDB refuses half of a surrogate pair. */
const text: Cell = { type: 'VARCHAR', toJson: (value) => (value as string).toWellFormed() };
const json: Cell = {
  type: 'VARCHAR',
  toJson: (value) => JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value),
};
const size: Cell = {
  type: 'VARCHAR',
  toJson: (value) => {
    const { width, height } = value as Size;
    return `${width}x${height}`;
  },
};

/** undefined: the attribute is not a value of its own. */
function cellOf(form: Form): Cell | undefined {
  switch (form.is) {
    case 'text':
    case 'country':
    case 'region':
    case 'domain':
      return text;
    case 'inventory id':
      return { ...text, toJson: String };
    case 'whole number':
    case 'market area':
    case 'decimal':
      return number;
    case 'choice':
      return typeof form.values[0] === 'number' ? number : text;
    case 'moment':
      return { ...number, type: momentType };
    case 'size':
      return size;
    case 'key-values':
      return json;
    case 'list': {
      const cell = cellOf(form.of);
      return cell && { type: `${cell.type}[]`, toJson: (values) => (values as readonly unknown[]).map(cell.toJson) };
    }
    case 'flag':
      return flag;
    case 'object':
      return undefined;
  }
}
