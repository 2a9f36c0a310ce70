import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../../shared/data');

/** Whether the reference data lies beside the repository. Says so loudly where it does not. */
export const isSharedDataAbsent = !existsSync(folder);
if (isSharedDataAbsent) {
  console.warn(`SKIPPED: there is no reference data in ${folder}; nothing is checked against it`);
}

/** The rows of a reference table below its header. */
export function readTable(name: string): readonly (readonly string[])[] {
  const lines = readFileSync(resolve(folder, name), 'utf8').trim().split(/\r?\n/);
  return lines.slice(1).map(toCells);
}

function toCells(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
