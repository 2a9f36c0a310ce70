import { npm, run } from './run.ts';

export type Installed = { readonly ok: true } | { readonly ok: false; readonly issue: string };

/** What npm says when there is no registry to be reached, or nothing of it kept. */
const awayCodes =
  /npm error code (E50\d|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOTCACHED|ETIMEDOUT|E[A-Z_]*TIMEOUT)/;

/** By itself npm tries for minutes, once for every package. */
const littlePatience = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=30000'];

/**
 * Installs tarballs as a stranger would: into a folder that is not part of this repository.
 *
 * @param from 'cache': without any network; 'registry': what they depend on comes from npm's cache or the registry
 * @returns an issue when the registry could not be reached; anything else that goes wrong is thrown
 */
export async function installTarballs(
  folder: string,
  tarballs: readonly string[],
  from: 'cache' | 'registry',
): Promise<Installed> {
  const network = from === 'cache' ? ['--offline'] : ['--prefer-offline', ...littlePatience];
  const args = ['install', ...network, '--no-audit', '--no-fund', '--loglevel=error', ...tarballs];
  const { exitCode, stdout, stderr } = await run(npm, args, { cwd: folder });
  if (exitCode === 0) return { ok: true };
  const away = from === 'registry' ? awayCodes.exec(stderr)?.[1] : undefined;
  if (away !== undefined) return { ok: false, issue: `the npm registry is not to be reached from here (${away})` };
  throw new Error(`npm ${args.join(' ')}\nended with ${exitCode}:\n${stdout}${stderr}`);
}
