import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/**
 * Writes generated files, by their paths in the repository; with --check it writes nothing and says which would change.
 * Returns the exit code.
 */
export function writeGenerated(
  command: string,
  args: readonly string[],
  textsOf: () => Readonly<Record<string, string>>,
): number {
  if (args.some((argument) => argument !== '--check')) {
    process.stderr.write(`Usage: ${command} [--check]\n`);
    return 2;
  }
  const stale = Object.entries(textsOf()).filter(([name, text]) => {
    const file = join(repository, name);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  for (const [name, text] of stale) {
    if (args.length === 0) writeFileSync(join(repository, name), text);
    else process.stderr.write(`${name} is not what its source is. Run: ${command}\n`);
  }
  return args.length > 0 && stale.length > 0 ? 1 : 0;
}
