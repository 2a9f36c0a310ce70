import cluster from 'node:cluster';
import { inspect } from 'node:util';
import { ensureDataDir } from './settings/data-dir.ts';
import { readSettings, wantsStacks } from './settings/settings.ts';
import { createLog } from './start/log.ts';
import { serve } from './start/serve.ts';
import { runWorkers, tellReady } from './start/workers.ts';

const given = process.argv.slice(2);
if (given.length > 0)
  refuse([`${given.join(' ')}: the service takes no arguments; settings are environment variables`]);
const result = readSettings(process.env);
if (!result.ok) refuse(result.problems);
const { settings } = result;
const problem = ensureDataDir(settings.DATA_DIR);
if (problem !== null) refuse([problem]);
const log = createLog(settings);
const print = (text: string) => void process.stdout.write(text);

try {
  if (cluster.isWorker) await serve(settings, log, tellReady);
  else if (settings.WORKERS === 1) await serve(settings, log, print);
  else process.exitCode = await runWorkers(settings, log, print);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (wantsStacks(process.env)) process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}

function refuse(problems: readonly string[]): never {
  process.stderr.write(`These settings are wrong:\n${problems.map((one) => `  ${one}\n`).join('')}`);
  process.exit(2);
}
