import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { messageOf, wrongUsage } from '../../cli/failure.ts';

const compressions = [
  { name: 'gzip', magic: [0x1f, 0x8b] },
  { name: 'zstd', magic: [0x28, 0xb5, 0x2f, 0xfd] },
] as const;

export type Compression = 'none' | (typeof compressions)[number]['name'];

/** Few calls for a large file, little memory for many files. */
const chunkBytes = 1_048_576;

/** Two that nobody reads into: files and parts of them follow one another, and each would leave its own behind. */
let spareChunks: readonly [Buffer, Buffer] | undefined;

/** A file that does not go on as it should: all that was read before stands. */
export class BrokenFile extends Error {}

/** How a file is compressed, by its first bytes. Throws a `Failure` for a file that cannot be opened. */
export async function compressionOf(file: string): Promise<Compression> {
  const firstBytes = await readFirstBytes(file, 4);
  return compressions.find(({ magic }) => magic.every((byte, at) => firstBytes[at] === byte))?.name ?? 'none';
}

/** The first bytes as they stand in the file, fewer if it is shorter. Throws a `Failure` if it cannot be opened. */
export async function readFirstBytes(file: string, count: number): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${messageOf(error)}.`, error);
  } finally {
    await handle?.close();
  }
}

export interface ByteReading {
  readonly compression: Compression;
  /** Where to begin and where to end, of a plain file; there is no way into the middle of a packed one. */
  readonly startByte?: number;
  readonly endByte?: number | undefined;
  /** Hears how many bytes of the file itself have been taken, now and then. */
  readonly onBytes?: (count: number) => void;
}

/**
 * The content of a file, unpacked, no faster than it is taken. A chunk is there until the next one is asked for: all of
 * them may lie in the same memory. A file that cannot be read or unpacked to its end throws a `BrokenFile`.
 */
export async function* readBytes(
  file: string,
  { compression, startByte = 0, endByte = Infinity, onBytes = () => {} }: ByteReading,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    if (compression === 'none') yield* readPlain(file, startByte, endByte, onBytes);
    else yield* readPacked(file, compression, onBytes);
  } catch (error) {
    throw new BrokenFile(`cannot be read to its end: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Not a stream: each of its chunks is memory of its own, which the collector learns of late. Here two chunks take turns:
 * while one is gone through the other is filled.
 */
async function* readPlain(file: string, startByte: number, endByte: number, onBytes: (count: number) => void) {
  const handle = await open(file);
  const chunks = spareChunks ?? ([Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)] as const);
  spareChunks = undefined;
  let at = startByte;
  const fill = (chunk: Buffer) => handle.read(chunk, 0, Math.min(chunkBytes, endByte - at), at);
  let filling = fill(chunks[0]);
  try {
    for (let next = 1; ; next = 1 - next) {
      const { bytesRead, buffer } = await filling;
      if (bytesRead === 0) return;
      at += bytesRead;
      filling = fill(chunks[next]!);
      onBytes(bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await Promise.allSettled([filling]);
    spareChunks = chunks;
    await handle.close();
  }
}

async function* readPacked(file: string, compression: Exclude<Compression, 'none'>, onBytes: (count: number) => void) {
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const content = source.pipe(createUnpacker(compression));
  source.on('error', (error) => content.destroy(error));
  let told = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onBytes(source.bytesRead - told);
      told = source.bytesRead;
      yield chunk;
    }
  } finally {
    source.destroy();
    content.destroy();
  }
}

function createUnpacker(compression: Exclude<Compression, 'none'>) {
  return compression === 'gzip'
    ? createGunzip({ chunkSize: chunkBytes })
    : createZstdDecompress({ chunkSize: chunkBytes });
}
