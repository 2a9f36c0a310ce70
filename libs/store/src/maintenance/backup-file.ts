import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupLine } from './backup-line.ts';

/** A file that cannot be written or used. Its message says which and why. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError';
}

/** Bytes that are compressed together. */
const pieceLength = 64 * 1024;

type ContentLine = Exclude<BackupLine, { kind: 'end' }>;

/**
 * Writes a backup to a stream, and ends it: lines of JSON, compressed with zstd, and a last line with their number and
 * SHA-256, without which a reader reports the file as cut short. Returns the number of bytes.
 */
export async function writeBackup(target: Writable, lines: AsyncIterable<ContentLine>): Promise<number> {
  const hash = createHash('sha256');
  async function* pieces(): AsyncIterable<Buffer> {
    let [text, count] = ['', 0];
    for await (const line of lines) {
      text += `${JSON.stringify(line)}\n`;
      count += 1;
      if (text.length < pieceLength) continue;
      const piece = Buffer.from(text);
      hash.update(piece);
      yield piece;
      text = '';
    }
    hash.update(text);
    const end: BackupLine = { kind: 'end', lines: count, sha256: hash.digest('hex') };
    yield Buffer.from(`${text}${JSON.stringify(end)}\n`);
  }
  const compressed = createZstdCompress();
  let bytes = 0;
  compressed.on('data', ({ length }: Buffer) => (bytes += length));
  await pipeline(pieces, compressed, target);
  return bytes;
}

/**
 * Writes a backup file under a temporary name in its folder, syncs and renames it, so that a reader finds the whole
 * file or none. Only the owner can read it (mode 0600), because it has password hashes. Returns the file's bytes.
 */
export async function writeBackupFile(
  file: string,
  lines: AsyncIterable<ContentLine>,
  { isForced }: { readonly isForced: boolean },
): Promise<number> {
  if (!isForced && existsSync(file)) throw existing(file);
  // A device or a socket, such as /dev/stdout, would be replaced by a file, for other programs too.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new BackupFileError(`${file} is no file; - is standard output`);
  }
  const aside = `${file}.${randomUUID()}.part`;
  try {
    const bytes = await writeBackup(createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }), lines);
    await (isForced ? rename(aside, file) : nameOnce(aside, file));
    await syncFolder(dirname(file));
    return bytes;
  } catch (error) {
    throw isSystemError(error) ? new BackupFileError(`${file} cannot be written: ${reasonOf(error)}`) : error;
  } finally {
    await rm(aside, { force: true });
  }
}

const existing = (file: string) => new BackupFileError(`${file} exists; --force replaces it`);

/** Throws where another command has written the file meanwhile. */
async function nameOnce(aside: string, file: string): Promise<void> {
  try {
    await link(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw existing(file);
    // Some file systems have no links.
    await rename(aside, file);
  }
}

/** Makes the new name durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Passes on the lines of a backup file except the last one, which is compared with them at the end. So the lines are
 * known to be complete only after all were read. Throws `BackupFileError` for a file that is damaged, cut short or no
 * backup, and whatever `take` throws. Returns the SHA-256.
 */
export async function readBackupFile(file: string, take: (line: ContentLine) => Promise<void> | void): Promise<string> {
  const source = createReadStream(file);
  const content = createZstdDecompress();
  const copied = pipeline(source, content);
  // The reading loop below also throws this failure.
  copied.catch(() => undefined);
  const hash = createHash('sha256');
  let count = 0;
  let end: Extract<BackupLine, { kind: 'end' }> | undefined;
  const read = async (text: string) => {
    if (end !== undefined) throw new BackupFileError(`${file} is damaged: it goes on after its last line`);
    const line = parseLine(file, count + 1, text);
    if (line.kind === 'end') {
      end = line;
      return;
    }
    count += 1;
    hash.update(`${text}\n`);
    await take(line);
  };
  try {
    let rest = '';
    for await (const piece of content.setEncoding('utf8')) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) await read(text);
    }
    if (rest !== '') await read(rest);
    await copied;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const isOfFile = 'syscall' in error;
    throw new BackupFileError(
      isOfFile ? `${file} cannot be read: ${reasonOf(error)}` : `${file} is damaged or no backup (${error.code})`,
    );
  } finally {
    source.destroy();
    content.destroy();
  }
  if (end === undefined) throw new BackupFileError(`${file} is cut short: its last line is missing`);
  const sha256 = hash.digest('hex');
  if (end.lines !== count || end.sha256 !== sha256) {
    throw new BackupFileError(
      `${file} is damaged: it has ${count} lines with the SHA-256 ${sha256}, its last line says ${end.lines} and ${end.sha256}`,
    );
  }
  return sha256;
}

function parseLine(file: string, number: number, text: string): BackupLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BackupFileError(`${file} is damaged or no backup: line ${number} is no JSON`);
  }
  const parsed = BackupLine.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') || 'it';
  throw new BackupFileError(`${file} is damaged or no backup: line ${number}: ${place} ${issue?.message}`);
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'errno' in error;

/** Without the path, which the message already contains. */
const reasonOf = (error: NodeJS.ErrnoException) =>
  `${error.message.replace(/^[A-Z]+: /, '').split(', ')[0]} (${error.code})`;
