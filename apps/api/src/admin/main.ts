// The program of `npm run admin`, which tools/admin/main.ts starts.

import { once } from 'node:events';
import { userInfo } from 'node:os';
import { createLog } from '../start/log.ts';
import { runAdmin } from './program.ts';

/** The answer of the process that started this one. */
type FoundRedis = { readonly url: string } | { readonly problem: string };

process.exitCode = await runAdmin(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  findRedis,
  writeOut: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  audit,
});

/** A line of the log, as the service writes them; a person at a terminal has typed the command and needs none. */
function audit(facts: Readonly<Record<string, unknown>>): void {
  if (process.stderr.isTTY || process.env['AUDIT_LOG'] === '0') return;
  const log = createLog({ LOG_LEVEL: 'info' });
  const user = process.env['SUDO_USER'] ?? userInfo().username;
  log.info({ audit: true, event: 'admin', user, ...facts }, 'an admin command was carried out');
}

/** Asks the process that started this one, which can also start the installation's own Redis. */
async function findRedis(): Promise<string> {
  if (process.send === undefined) throw new Error('REDIS_URL is not set. npm run admin finds the Redis of npm start.');
  process.send('find redis');
  const [found] = (await once(process, 'message')) as [FoundRedis];
  if ('problem' in found) throw new Error(found.problem);
  return found.url;
}
