import { join } from 'node:path';
import { exitCode, Failure, messageOf, wrongUsage } from '../../cli/failure.ts';
import { literalPattern, openDuckDb, quoteText } from '../file/duck.ts';
import type { LogForm } from '../file/source.ts';
import { bidFeed, feedProblem } from '../format/bid-feed.ts';
import { namedFormat, rowFormats } from '../format/formats.ts';

/** Memory limit of DuckDB, which reads one row group at a time. */
const memoryLimit = '128MB';

interface ParquetColumn {
  readonly name: string;
  readonly type: string;
}

/**
 * Writes the used columns of a Parquet feed to a CSV file, so that the same code reads and validates feeds of all forms:
 * line n + 1 is row n. Throws a `Failure` for a file that is not a readable feed.
 */
export async function writeAsCsv(
  parquetFile: string,
  folder: string,
  { columns: names, format }: LogForm,
): Promise<string> {
  const { connection, close } = await openDuckDb({ folder, memory: memoryLimit, threads: 1 });
  try {
    const from = `read_parquet(${quoteText(literalPattern(parquetFile))})`;
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
    const columns = described.getRows().map(([name, type]) => ({ name: name as string, type: type as string }));
    const found = columns.map(({ name }) => name.toLowerCase());
    if (found.includes('bids_price_micros'))
      throw wrongUsage(`${parquetFile} was written by pack, for other programs; give the log that it was made from.`);
    const others = names === undefined ? rowFormats.filter((one) => one !== bidFeed) : [];
    const used = namedFormat(format) ?? others.find((one) => one.detect(one.find(found), found)) ?? bidFeed;
    const places = used.find(found, names);
    if (used === bidFeed && used.missing(places, names).length > 0)
      throw wrongUsage(
        feedProblem(
          parquetFile,
          Array.from(columns, ({ name }) => name),
          places,
          names,
        ),
      );
    const selected = used.columns.flatMap((column) => {
      const index = places[column];
      return index === undefined ? [] : [selectColumn(column, columns[index]!, parquetFile)];
    });
    const csvFile = join(folder, 'feed.csv');
    await connection.run(
      `COPY (SELECT ${selected.join(', ')} FROM ${from}) TO ${quoteText(csvFile)} (FORMAT csv, HEADER)`,
    );
    return csvFile;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [reason = ''] = messageOf(error).split('\n');
    throw new Failure(exitCode.found, `${parquetFile} cannot be read as Parquet: ${reason}.`, error);
  } finally {
    close();
  }
}

/** The column under the name that it has in the file, which says how its values are read. */
function selectColumn(column: string, found: ParquetColumn, file: string): string {
  const name = `"${found.name.replaceAll('"', '""')}"`;
  if (column === 'auction_id_64' && /^(?:DOUBLE|FLOAT|REAL)$/.test(found.type)) {
    throw wrongUsage(
      `${file} holds ${found.name} as ${found.type}, which cannot hold 64-bit ids; allowed: BIGINT, UBIGINT or text.`,
    );
  }
  // A timestamp without a zone is a time of a clock, in `Time` that of the network.
  const isMoment =
    /^(?:TIMESTAMP|DATE)/.test(found.type) &&
    (column === 'date_time' || (column === 'Time' && /ZONE/.test(found.type)));
  return `CAST(${isMoment ? `epoch(${name})` : name} AS VARCHAR) AS ${name}`;
}
