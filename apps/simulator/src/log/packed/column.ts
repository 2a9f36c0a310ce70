import { auctionFields, bidFields, type FieldTable, type Form, impressionFields } from '@auction-tiers/contract';
import type { Column, ColumnKind } from '../file/packed-metadata.ts';

/**
 * The columns of auctions, made of the contract's tables of attributes: the names on the wire, with the unit where it is
 * another one. Columns of bids are lists with one value per bid.
 */
export function auctionColumns(): Column[] {
  return [
    ...columnsOf('auction', auctionFields, ''),
    ...columnsOf('impression', impressionFields, ''),
    ...columnsOf('bid', bidFields, 'bids_'),
  ];
}

function columnsOf(of: Column['of'], fields: FieldTable, prefix: string): Column[] {
  return Object.entries(fields).flatMap(
    ([
      wire,
      {
        engine,
        kind: { form },
      },
    ]): Column[] => {
      const kind = kindOf(form);
      if (kind === undefined) return [];
      const isOwnList = form.is === 'list';
      const name = `${prefix}${withUnit(wire, form)}`;
      // Both the auction and its impression may name a publisher.
      const unique = of === 'auction' && wire in impressionFields ? `named_${name}` : name;
      const isNested = of === 'bid' && isOwnList;
      return [{ name: unique, of, engine, kind: isNested ? 'json' : kind, isList: of === 'bid' || isOwnList }];
    },
  );
}

const decimalsOfMicros = 6;

function withUnit(wire: string, form: Form): string {
  if (form.is !== 'decimal') return wire;
  return form.decimals === decimalsOfMicros ? `${wire}_micros` : wire.replace(/_pct$/, '_ppm');
}

/** undefined: an auction with such an attribute is kept as its line. */
function kindOf(form: Form): ColumnKind | undefined {
  switch (form.is) {
    case 'text':
    case 'country':
    case 'region':
      return 'text';
    case 'whole number':
    case 'market area':
    case 'decimal':
      return 'number';
    case 'choice':
      return typeof form.values[0] === 'number' ? 'number' : 'text';
    case 'moment':
      return 'moment';
    case 'size':
      return 'size';
    case 'key-values':
      return 'json';
    case 'list':
      return kindOf(form.of);
    case 'flag':
    case 'object':
      return undefined;
  }
}

/** Columns of a row beside its auction's: its file and line, how the line was written, and the service's decision. */
export const rowColumns = [
  ['file', 'VARCHAR'],
  ['line_number', 'INTEGER'],
  /** From 1, where a line has several impressions. */
  ['impression_number', 'INTEGER'],
  /** The order of the line's keys. */
  ['shape', 'VARCHAR'],
  /** The line itself, where its columns do not reproduce it. */
  ['line', 'BLOB'],
  ['decided_revision', 'VARCHAR'],
  ['decided_winner', 'VARCHAR'],
  ['decided_clearing_price_micros', 'BIGINT'],
  ['decided_answer_crc32', 'BIGINT'],
  ['decided_share', 'DOUBLE'],
  ['decided_experiment_id', 'BIGINT'],
  ['decided_arm', 'VARCHAR'],
  /** The result under the tiers of `pack --tiers`. */
  ['won_tier_id', 'BIGINT'],
  ['won_net_micros', 'BIGINT'],
] as const;

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'VARCHAR',
  number: 'BIGINT',
  moment: 'TIMESTAMP_MS',
  size: 'VARCHAR',
  json: 'VARCHAR',
};

/** The type of a column in DuckDB's words. */
export function typeOf({ kind, isList }: Column): string {
  return `${types[kind]}${isList ? '[]' : ''}`;
}
