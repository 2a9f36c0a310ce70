import { readFileSync } from 'node:fs';
import { type Failure, messageOf, wrongUsage } from './failure.ts';

/** A file that an option names: what is in it, and what to throw where that is wrong. */
export interface JsonFile {
  readonly given: unknown;
  readonly refuse: (problem: string) => Failure;
}

/** Reads a JSON file. Throws a `Failure` that names the option and the file. */
export function readJsonFile(option: string, file: string): JsonFile {
  const refuse = (problem: string, cause?: unknown) => wrongUsage(`${option}: ${file} ${problem}.`, cause);
  try {
    return { given: JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')), refuse };
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${messageOf(error)}`, error);
  }
}
