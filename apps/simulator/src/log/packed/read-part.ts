import { meetBrokenLine, type Reading } from '../auction/reading.ts';
import type { LoggedAuction } from '../auction/logged-auction.ts';
import type { PackedPart } from '../file/part.ts';
import { JsonLines } from '../json/read-json.ts';
import { type PackedRow, readPackedRows } from './read-packed.ts';

/** The auctions of some rows of a packed log, as its lines would give them: what is said of them speaks of the packed files. */
export async function* readPackedPart(
  part: PackedPart,
  reading: Reading,
): AsyncGenerator<Iterable<LoggedAuction>, void, undefined> {
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
    let unread: PackedRow[] = [];
    yield takeRows(rows, linesOf, unread);
    // A form of line whose reader is not loaded yet ends the batch; what follows waits for it.
    while (unread.length > 0) {
      await linesOf.get(unread[0]!.file)!.loadReader();
      const rest = unread;
      unread = [];
      yield takeRows(rest, linesOf, unread);
    }
    toldRows += rows.rowCount;
    reading.onBytes(Math.round(toldRows * bytesOfRow) - Math.round((toldRows - rows.rowCount) * bytesOfRow));
  }
  if (endRow < allRows) return;
  for (const { file, cut } of files) {
    if (cut === undefined) continue;
    const { line, problem, isOfKill } = cut;
    meetBrokenLine({ ...reading, isStrict: reading.isStrict && !isOfKill }, { file, line, problem });
  }
}

/** The auctions of rows up to one that needs `loadReader`; `unread` receives that row and those behind it. */
function* takeRows(
  rows: Iterable<PackedRow>,
  linesOf: ReadonlyMap<string, JsonLines>,
  unread: PackedRow[],
): Generator<LoggedAuction, void, undefined> {
  for (const row of rows) {
    if (unread.length > 0) {
      unread.push(row);
      continue;
    }
    const lines = linesOf.get(row.file)!;
    lines.nextLine = row.line;
    if (row.text !== undefined) {
      lines.begin(row.text);
      yield* lines.read();
      if (lines.needReader) unread.push(row);
    } else if (row.impression === undefined && row.auction !== undefined) {
      const { parsed, decided } = row.auction;
      const auction = lines.take(parsed, decided);
      if (auction !== undefined) yield auction;
    }
  }
}
