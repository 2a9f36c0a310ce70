import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { exitCode, Failure, messageOf, wrongUsage } from '../failure.ts';

export interface NumberedLine {
  /** From 1, blank lines counted. */
  readonly number: number;
  readonly text: string;
}

/** No auction is nearly as long; a file without line ends must not fill the memory. */
const longestLine = 16_777_216;

const compressions = [
  { magic: [0x1f, 0x8b], createReader: createGunzip },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], createReader: createZstdDecompress },
] as const;

/**
 * The lines of a file that are not blank; plain, gzip or zstd, told apart by the first bytes. Throws a `Failure` for a
 * file that cannot be read to its end.
 */
export async function* readLines(file: string): AsyncGenerator<NumberedLine, void, undefined> {
  const firstBytes = await readFirstBytes(file);
  const compression = compressions.find(({ magic }) => magic.every((byte, at) => firstBytes[at] === byte));
  const source = createReadStream(file);
  const stream: Readable = compression === undefined ? source : source.pipe(compression.createReader());
  source.on('error', (error) => stream.destroy(error));
  try {
    yield* splitLines(stream.setEncoding('utf8'), file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(exitCode.found, `${file} cannot be read to its end: ${messageOf(error)}.`, error);
  } finally {
    source.destroy();
  }
}

async function readFirstBytes(file: string): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { bytesRead, buffer } = await handle.read(new Uint8Array(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw wrongUsage(`--in: ${file} cannot be read: ${messageOf(error)}.`, error);
  } finally {
    await handle?.close();
  }
}

async function* splitLines(chunks: AsyncIterable<string>, file: string): AsyncGenerator<NumberedLine> {
  let number = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    lines[0] = rest + lines[0]!;
    rest = lines.pop()!;
    for (const text of lines) {
      number++;
      if (text.trim() !== '') yield { number, text };
    }
    if (rest.length > longestLine) {
      throw new Failure(exitCode.found, `${file}, line ${number + 1} is longer than ${longestLine} characters.`);
    }
  }
  if (rest.trim() !== '') yield { number: number + 1, text: rest };
}
