import { createHash, hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdCompress, zstdDecompress } from 'node:zlib';

/** A file that is damaged or of another form. The message says which file, and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const newline = 10;
const sealLength = hash('sha256', '').length;
/** The longest header that is looked for. */
const maxHeaderBytes = 64 * 1024;

/**
 * Writes a file that is complete or absent, also after a power failure: a header as one line of JSON, the text
 * compressed by zstd, and the SHA-256 of both. Only its owner may read it.
 */
export async function writeSealed(file: string, header: object, text: AsyncIterable<string>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}.new`;
  try {
    const handle = await open(aside, 'wx', 0o600);
    try {
      await writeAll(handle, header, text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

async function writeAll(handle: FileHandle, header: object, text: AsyncIterable<string>): Promise<void> {
  const sum = createHash('sha256');
  const write = async (bytes: Uint8Array) => {
    sum.update(bytes);
    await handle.writeFile(bytes);
  };
  await write(Buffer.from(`${JSON.stringify(header)}\n`));
  await pipeline(
    Readable.from(text, { objectMode: false }),
    createZstdCompress(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) await write(bytes);
    },
  );
  await handle.writeFile(sum.digest('hex'));
}

/** Syncs the folder, which puts the new name of the file on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads only the header of a file; undefined where there is no file. */
export async function readHeader(file: string): Promise<unknown> {
  const handle = await openIfThere(file);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
    return parseHeader(file, buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The header and the text of a file; undefined where there is no file. Throws `UnreadableFile` for a damaged one. */
export async function readSealed(file: string): Promise<{ header: unknown; text: Buffer } | undefined> {
  const handle = await openIfThere(file);
  if (handle === undefined) return undefined;
  const bytes = await readWhole(handle);
  const sealed = bytes.subarray(0, -sealLength);
  if (hash('sha256', sealed) !== bytes.subarray(-sealLength).toString('latin1')) {
    throw new UnreadableFile(`${file} is damaged: its checksum is not the one of its content`);
  }
  const text = await promisify(zstdDecompress)(sealed.subarray(sealed.indexOf(newline) + 1));
  return { header: parseHeader(file, sealed), text };
}

async function readWhole(handle: FileHandle): Promise<Buffer> {
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function parseHeader(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(newline)));
  } catch {
    throw new UnreadableFile(`${file} does not begin with a header`);
  }
}

/** Passes on each line of a text, which may be longer than a string can be. */
export function forEachLine(text: Buffer, take: (line: string) => void): void {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf(newline, start);
    const end = feed === -1 ? text.length : feed;
    take(text.toString('utf8', start, end));
    start = end + 1;
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
