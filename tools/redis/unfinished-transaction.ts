import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

const begin = Buffer.from('*1\r\n$5\r\nMULTI\r\n');
const end = Buffer.from('*1\r\n$4\r\nEXEC\r\n');
/** How far back is looked. One write of the service is some MiB at most. */
const tailBytes = 64 * 1024 * 1024;

/**
 * Cuts a transaction that a kill has left unfinished off the end of a Redis's append-only file.
 *
 * Redis does not carry out such a transaction when it loads the file. But where the kill came in the midst of a command,
 * it cuts off that command alone and leaves the beginning of the transaction in the file. What is appended then counts as
 * its continuation: at the next load half of a write comes to life that nobody was promised, and writes after it can be
 * lost. Valkey has mended this (https://github.com/valkey-io/valkey/pull/4342), Redis has not.
 *
 * No value that the service stores has the bytes that are looked for: texts have no line breaks that are not escaped. No
 * Redis may run in the folder.
 *
 * @returns the number of bytes that were cut off
 */
export function cutUnfinishedTransaction(folder: string): number {
  const path = lastFile(join(folder, 'appendonlydir'));
  if (path === undefined || !existsSync(path)) return 0;
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const from = Math.max(0, size - tailBytes);
    const tail = Buffer.alloc(size - from);
    for (let read = 0; read < tail.length; ) read += readSync(file, tail, read, tail.length - read, from + read);
    const begun = tail.lastIndexOf(begin);
    if (begun === -1 || tail.indexOf(end, begun) !== -1) return 0;
    ftruncateSync(file, from + begun);
    return tail.length - begun;
  } finally {
    closeSync(file);
  }
}

/** The file that Redis appends to; undefined where there is none. */
function lastFile(folder: string): string | undefined {
  const manifest = join(folder, 'appendonly.aof.manifest');
  if (!existsSync(manifest)) return undefined;
  const names = [...readFileSync(manifest, 'utf8').matchAll(/^file (\S+) seq \d+ type i$/gm)];
  const [, name] = names.at(-1) ?? [];
  return name === undefined ? undefined : join(folder, name);
}
