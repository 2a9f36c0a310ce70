// Writes the JSON Schemas of the simulator's reports; with --check it writes nothing and exits 1 if it would.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const command = 'node tools/run.mjs tools/generate/report-schemas.ts';
const simulator = resolve(import.meta.dirname, '../../apps/simulator');

process.exitCode = main(process.argv.slice(2));

function main(args: string[]): number {
  const isCheck = readOptions(args);
  if (typeof isCheck === 'string') {
    process.stderr.write(`${isCheck}\nUsage: ${command} [--check]\n`);
    return 2;
  }
  const stale = Object.entries(printSchemas())
    .map(([name, text]) => ({ file: join(simulator, 'schema', `${name}.schema.json`), text }))
    .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  for (const { file, text } of stale) {
    if (isCheck) process.stderr.write(`${file} is not what the report is. Run: ${command}\n`);
    else {
      mkdirSync(join(simulator, 'schema'), { recursive: true });
      writeFileSync(file, text);
    }
  }
  return isCheck && stale.length > 0 ? 1 : 0;
}

/** Whether only to check, or what is wrong with the options. */
function readOptions(args: string[]): boolean | string {
  try {
    return parseArgs({ args, options: { check: { type: 'boolean' } } }).values.check ?? false;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The schemas by name. Tools do not import apps, so a separate process prints them. */
function printSchemas(): Record<string, string> {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', '--input-type=module'];
  const module = pathToFileURL(join(simulator, 'src/schema/schemas.ts')).href;
  const program = `import { reportSchemas } from '${module}'; process.stdout.write(JSON.stringify(reportSchemas()));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The simulator does not print its schemas:\n${stderr}`);
  return JSON.parse(stdout) as Record<string, string>;
}
