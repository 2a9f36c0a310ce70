import { writeFileSync } from 'node:fs';
import { messageOf, wrongUsage } from '../failure.ts';

/** Writes a page to the file of `--html`. */
export function writeHtml(file: string, page: string): void {
  try {
    writeFileSync(file, page);
  } catch (error) {
    throw wrongUsage(`--html: ${file} cannot be written: ${messageOf(error)}.`, error);
  }
}
