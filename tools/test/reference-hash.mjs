// Prints a hash of the reference data beside the repository, which some tests compare with. It is an input of every `test`
// in Nx, so that tests run again when that data changes. Plain JavaScript, because Nx may run it on any Node.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared', import.meta.url));
process.stdout.write(existsSync(folder) ? hashOf(folder) : 'absent');

function hashOf(path) {
  const hash = createHash('sha256');
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  for (const file of entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).toSorted()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
