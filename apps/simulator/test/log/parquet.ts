import { rmSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import type { FeedBid } from './feed.ts';
import { toSeparated } from './feed.ts';

/** Writes a feed as Parquet, with the types that the service's documents give; `types` changes some. Gives the file. */
export async function writeParquet(
  file: string,
  bids: readonly FeedBid[],
  types: Readonly<Record<string, string>> = {},
): Promise<string> {
  const columns = {
    date_time: 'BIGINT',
    auction_id_64: 'BIGINT',
    user_id_64: 'BIGINT',
    buyer_member_id: 'INTEGER',
    seller_member_id: 'INTEGER',
    actual_bid_price: 'DOUBLE',
    raw_net_bid_price: 'DECIMAL(18,6)',
    bid_reject_reason: 'TINYINT',
    ym_auction_tier_id: 'INTEGER',
    hard_floor: 'DOUBLE',
    is_winning_bid: 'TINYINT',
    deal_id: 'INTEGER',
    ...types,
  };
  return writeParquetText(file, toSeparated(bids), columns);
}

/** Writes the rows of separated values as Parquet, all columns as text unless `columns` has types for them. */
export async function writeParquetText(
  file: string,
  text: string,
  columns?: Readonly<Record<string, string>>,
): Promise<string> {
  const csv = `${file}.csv`;
  writeFileSync(csv, text);
  const types =
    columns === undefined ? 'all_varchar = true' : `columns = ${JSON.stringify(columns).replaceAll('"', "'")}`;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT * FROM read_csv('${csv}', header = true, delim = ',', ${types}))
     TO '${file}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  rmSync(csv);
  return file;
}
