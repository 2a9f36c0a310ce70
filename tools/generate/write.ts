import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

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

/**
 * What a function of an app's file gives, as JSON can carry it. Tools do not import apps, so a separate process calls it.
 * Throws if the process fails.
 */
export function valueOfApp(file: string, name: string): unknown {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', '--input-type=module'];
  const module = pathToFileURL(join(repository, file)).href;
  const program = `import { ${name} } from '${module}'; process.stdout.write(JSON.stringify(${name}()));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} does not give ${name}():\n${stderr}`);
  return JSON.parse(stdout) as unknown;
}
