import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { UnreadableEnd, wholeFrames } from '@auction-tiers/recorded';
import { messageOf, wrongUsage } from '../../cli/failure.ts';

const compressions = [
  { name: 'gzip', magic: [0x1f, 0x8b] },
  { name: 'zstd', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  // The service's own files of recorded auctions, which begin with a frame that zstd skips.
  { name: 'recorded zstd', magic: [0x5a, 0x2a, 0x4d, 0x18] },
] as const;

export type Compression = 'none' | (typeof compressions)[number]['name'];

/** Few calls for a large file, little memory for many files. */
const chunkBytes = 1_048_576;

/** Two buffers that are not in use, kept for the next file or part so that it need not allocate its own. */
let spareChunks: readonly [Buffer, Buffer] | undefined;

/** A file that cannot be read to its end; what was read before it is valid. */
export class BrokenFile extends Error {}

/** A file of recorded auctions whose last frame is not whole; all frames before it were read. */
export class CutFile extends BrokenFile {}

/** How a file is compressed, by its first bytes. Throws a `Failure` for a file that cannot be opened. */
export async function compressionOf(file: string): Promise<Compression> {
  const firstBytes = await readFirstBytes(file, 4);
  return compressions.find(({ magic }) => magic.every((byte, at) => firstBytes[at] === byte))?.name ?? 'none';
}

/** The first bytes of the file, not decompressed; fewer if it is shorter. Throws a `Failure` if it cannot be opened. */
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
  /** The range of bytes, in plain files only: decompression cannot begin in the middle. */
  readonly startByte?: number;
  readonly endByte?: number | undefined;
  /** Receives how many more bytes of the (compressed) file have been read, now and then. */
  readonly onBytes?: (count: number) => void;
}

/**
 * The decompressed content of a file, read as the caller takes it. A chunk is valid until the caller asks for the next one,
 * because chunks share memory. Throws a `BrokenFile` if the file cannot be read or decompressed to its end.
 */
export async function* readBytes(
  file: string,
  { compression, startByte = 0, endByte = Infinity, onBytes = () => {} }: ByteReading,
): AsyncIterable<Buffer> {
  try {
    if (compression === 'none') yield* readPlain(file, startByte, endByte, onBytes);
    else if (compression === 'recorded zstd') {
      for await (const { bytes, pieces } of wholeFrames(file)) {
        onBytes(bytes.length);
        for (const piece of pieces) yield zstdDecompressSync(piece);
      }
    } else yield* readCompressed(file, compression, onBytes);
  } catch (error) {
    if (error instanceof UnreadableEnd) throw new (error.isCut ? CutFile : BrokenFile)(error.message, { cause: error });
    throw new BrokenFile(`cannot be read to its end: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Not a stream: it would allocate each chunk, and the garbage collector counts such memory late. Here two chunks take
 * turns: one is filled while the caller reads the other.
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

type StreamedCompression = Exclude<Compression, 'none' | 'recorded zstd'>;

function readCompressed(
  file: string,
  compression: StreamedCompression,
  onBytes: (count: number) => void,
): AsyncIterable<Buffer> {
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  source.on('data', ({ length }) => onBytes(length));
  // The iteration meets the failure as well.
  return pipeline(source, createDecompressor(compression), () => {});
}

function createDecompressor(compression: StreamedCompression) {
  return compression === 'gzip'
    ? createGunzip({ chunkSize: chunkBytes })
    : createZstdDecompress({ chunkSize: chunkBytes });
}
