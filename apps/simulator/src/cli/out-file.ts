import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf, wrongUsage } from './failure.ts';

/** Files that a command writes, by the options that name them; undefined: the option was not given. */
export type OutFiles = Readonly<Record<string, string | undefined>>;

/**
 * Checks before a long run that its output files can be written at the end, without changing them. None may be one of the
 * `readFiles` or be named twice. Throws a `Failure` that names the option and the file.
 */
export function checkOutFiles(outFiles: OutFiles, readFiles: readonly string[]): void {
  const useOfPlace = new Map(readFiles.map((file) => [placeOf(file), 'is read by the same command']));
  for (const [option, file] of Object.entries(outFiles)) {
    if (file === undefined || isDevice(file)) continue;
    const place = placeOf(file);
    const use = useOfPlace.get(place);
    if (use !== undefined) throw wrongUsage(`${option}: ${file} ${use}; name another file.`);
    useOfPlace.set(place, `is written by ${option} already`);
    tryToOpen(option, file);
  }
}

/** Writes the file of an option. Throws a `Failure` when that cannot be done; then the file is as it was. */
export function writeOutFile(option: string, file: string, text: string): void {
  const part = partOf(file);
  attempt(option, file, () => {
    try {
      writeFileSync(part, text);
      putPart(part, file);
    } catch (error) {
      dropPart(part, file);
      throw error;
    }
  });
}

/** Characters of a name that its part name keeps: at most 180 bytes, so that a part name stays below 255 bytes. */
const keptOfName = 60;

/**
 * The name under which a file is written until it is whole. A pipe, a device, a link and a file in a folder that is not
 * writable are written directly.
 */
export function partOf(file: string): string {
  const isReplaced = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  return isReplaced && isWritable(dirname(file))
    ? join(dirname(file), `${basename(file).slice(-keptOfName)}.part-${process.pid}`)
    : file;
}

/** Gives a written file its name, with the rights of the file that it replaces. */
export function putPart(part: string, file: string): void {
  if (part === file) return;
  const known = statSync(file, { throwIfNoEntry: false });
  if (known !== undefined) chmodSync(part, known.mode);
  renameSync(part, file);
}

/** Removes what was written of a file. */
export function dropPart(part: string, file: string): void {
  if (part !== file) rmSync(part, { force: true });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes a value as JSON that a person can read. Throws a `Failure` when that cannot be done. */
export function writeJson(option: string, file: string, value: object): void {
  writeOutFile(option, file, `${JSON.stringify(value, null, 2)}\n`);
}

function tryToOpen(option: string, file: string): void {
  attempt(option, file, () => {
    const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    closeSync(openSync(file, 'a'));
    if (isNew) rmSync(file);
  });
}

function attempt(option: string, file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw wrongUsage(`${option}: ${file} cannot be written: ${messageOf(error)}.`, error);
  }
}

/** A pipe, a terminal, /dev/null. Opening and closing a pipe to test it would signal its end to the reader. */
function isDevice(file: string): boolean {
  try {
    const found = statSync(file);
    return !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
}

/** One path for all names of a file. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
