import type { DuckDBConnection } from '@duckdb/node-api';

/** What DuckDB may use: it works on one row group at a time. */
export interface DuckLimits {
  readonly folder?: string;
  readonly memory: string;
  readonly threads: number;
}

/** An own DuckDB. */
export interface OpenDuckDb {
  readonly connection: DuckDBConnection;
  readonly close: () => void;
}

/** Opens an own DuckDB. `database`: its file; undefined: in memory. */
export async function openDuckDb({ folder, memory, threads }: DuckLimits, database = ':memory:'): Promise<OpenDuckDb> {
  // Loaded only here: loading it takes longer than replaying a small log.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(database, {
    memory_limit: memory,
    threads: `${threads}`,
    ...(folder !== undefined && { temp_directory: folder }),
  });
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  return { connection, close };
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** DuckDB takes the name of a file as a pattern, so its wildcard characters are put into brackets. */
export function literalPattern(file: string): string {
  return file.replaceAll(/[*?[]/g, '[$&]');
}
