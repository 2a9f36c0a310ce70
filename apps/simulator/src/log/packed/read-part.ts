import { meetBrokenFile, type Reading } from '../auction/reading.ts';
import type { LoggedAuction } from '../auction/logged-auction.ts';
import type { PackedPart } from '../file/part.ts';
import { JsonLines } from '../json/read-json.ts';
import { readPackedRows, type RowReader } from './read-packed.ts';

/** The auctions of rows of a packed log, as its lines would give them; messages name the files that were packed. */
export async function* readPackedPart(part: PackedPart, reading: Reading): AsyncIterable<Iterable<LoggedAuction>> {
  const { source, startRow, endRow } = part;
  const { files, rows: allRows } = source.metadata;
  const linesOf = new Map<string, JsonLines>();
  for (const [at, { file }] of files.entries()) {
    const place = { source: { ...source, file }, fileNumber: part.fileNumber + at, firstLine: 1 };
    linesOf.set(file, new JsonLines(place, reading));
  }
  const bytesOfRow = allRows === 0 ? 0 : files.reduce((sum, { bytes }) => sum + bytes, 0) / allRows;
  let toldRows = 0;
  for await (const rows of readPackedRows(source, { start: startRow, end: endRow }, reading)) {
    const progress: Progress = { row: 0, needing: undefined };
    // A line whose reader is not loaded yet ends the batch; the next batch begins once it is loaded.
    do {
      await progress.needing?.loadReader();
      yield takeRows(rows, linesOf, progress);
    } while (progress.needing !== undefined);
    toldRows += rows.rowCount;
    reading.onBytes(Math.round(toldRows * bytesOfRow) - Math.round((toldRows - rows.rowCount) * bytesOfRow));
  }
  if (endRow < allRows) return;
  for (const { file, cut } of files) {
    if (cut === undefined) continue;
    const { line, problem, isOfKill } = cut;
    meetBrokenFile(reading, { file, line, problem }, isOfKill);
  }
}

/** How far the rows of a chunk were taken. */
interface Progress {
  row: number;
  /** The lines whose reader has to be loaded before the row. */
  needing: JsonLines | undefined;
}

/** The auctions of rows up to one that needs `loadReader`. */
function* takeRows(
  rows: RowReader,
  linesOf: ReadonlyMap<string, JsonLines>,
  progress: Progress,
): Iterable<LoggedAuction> {
  progress.needing = undefined;
  for (; progress.row < rows.rowCount; progress.row++) {
    const row = rows.read(progress.row);
    const lines = linesOf.get(row.file)!;
    lines.nextLine = row.line;
    if (row.text !== undefined) {
      lines.begin(row.text);
      yield* lines.read();
      if (lines.needReader) {
        progress.needing = lines;
        return;
      }
    } else if (row.impression === undefined && row.auction !== undefined) {
      const { parsed, decided } = row.auction;
      const auction = lines.take(parsed, decided);
      if (auction !== undefined) yield auction;
    }
  }
}
