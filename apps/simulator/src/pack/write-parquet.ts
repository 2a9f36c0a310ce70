import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { messageOf, wrongUsage } from '../cli/failure.ts';
import { dropPart, partOf, putPart } from '../cli/out-file.ts';
import { openDuckDb, quoteText } from '../log/file/duck.ts';
import { type Column, momentType, type Row } from './column.ts';

const memory = '512MB';
/** The rows as JSON are only kept until they are copied: speed counts more than size. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Characters of rows that are compressed at once. */
const pieceLength = 262_144;

/**
 * Writes rows as Parquet: first as lines of JSON into a temporary file, which DuckDB then copies. Gives the number of
 * rows. Throws a `Failure` where `out` cannot be written; then it is as it was.
 */
export async function writeParquet(columns: readonly Column[], rows: AsyncIterable<Row>, out: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-pack-'));
  const part = partOf(out);
  try {
    const lines = join(folder, 'rows.jsonl.zst');
    let count = 0;
    const pieces = async function* () {
      let piece = '';
      for await (const row of rows) {
        piece += `${JSON.stringify(Object.fromEntries(columns.map(({ name, valueOf }) => [name, valueOf(row)])))}\n`;
        count++;
        if (piece.length < pieceLength) continue;
        yield piece;
        piece = '';
      }
      yield piece;
    };
    await pipeline(pieces, createZstdCompress(zstd), createWriteStream(lines));
    await copy(columns, lines, part, folder);
    putPart(part, out);
    return count;
  } catch (error) {
    if (!(error instanceof Error) || !/Cannot open file|IO Error/.test(error.message)) throw error;
    throw wrongUsage(`--out: ${out} cannot be written: ${messageOf(error)}.`, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    dropPart(part, out);
  }
}

async function copy(columns: readonly Column[], lines: string, part: string, folder: string): Promise<void> {
  const moments = columns.filter(({ type }) => type === momentType);
  const types = columns.map((column) => `${column.name}: '${moments.includes(column) ? 'BIGINT' : column.type}'`);
  const replaced = moments.map(({ name }) => `epoch_ms("${name}")::${momentType} AS "${name}"`);
  const from = `read_json(${quoteText(lines)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
  const { connection, close } = await openDuckDb({ folder, memory, threads: 1 });
  try {
    await connection.run(
      `COPY (SELECT * REPLACE (${replaced.join(', ')}) FROM ${from}) ` +
        `TO ${quoteText(part)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)`,
    );
  } finally {
    close();
  }
}
