import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { packLibraries } from '../../publish/pack.ts';
import { npm, run } from '../../publish/run.ts';
import { scope } from '../../workspace/package.ts';
import type { ReadmeExample } from './readme-example.ts';
import { readExample } from './readme-example.ts';

type Installed = { readonly ok: true } | { readonly ok: false; readonly issue: string };

/** npm's errors when it cannot reach a registry and its cache lacks a package. */
const awayCodes =
  /npm error code (E50\d|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOTCACHED|ETIMEDOUT|E[A-Z_]*TIMEOUT)/;

/** By default npm retries for minutes, once for every package. */
const fewRetries = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=30000'];

/**
 * Installs tarballs as a user would: into a folder that is not part of this repository.
 *
 * @param from 'cache': without a network; 'registry': their dependencies come from npm's cache or the registry
 * @returns an issue when the registry could not be reached; any other failure is thrown
 */
async function installTarballs(
  folder: string,
  tarballs: readonly string[],
  from: 'cache' | 'registry',
): Promise<Installed> {
  const network = from === 'cache' ? ['--offline'] : ['--prefer-offline', ...fewRetries];
  const args = ['install', ...network, '--no-audit', '--no-fund', '--loglevel=error', ...tarballs];
  const { exitCode, stdout, stderr } = await run(npm, args, { cwd: folder });
  if (exitCode === 0) return { ok: true };
  const away = from === 'registry' ? awayCodes.exec(stderr)?.[1] : undefined;
  if (away !== undefined) return { ok: false, issue: `the npm registry cannot be reached (${away})` };
  throw new Error(`npm ${args.join(' ')}\nended with ${exitCode}:\n${stdout}${stderr}`);
}

/** A folder of a user who has installed packed libraries. */
export type UserFolder = {
  readonly folder: string;
  readonly installed: Installed;
  /** The first example of the README in an installed library. */
  readonly readExample: (name: string) => Promise<ReadmeExample>;
};

/** The libraries that can be installed without a network, because they depend on nothing. */
export const withoutDependencies: readonly string[] = ['tier-engine', 'dma-data'];

/**
 * Packs the libraries and installs them twice: those without dependencies without a network (`offline`), and all of them
 * with a registry (`online`).
 *
 * @param dir an existing empty folder outside of this repository
 */
export async function createUserFolders(
  dir: string,
): Promise<{ tarballs: ReadonlyMap<string, string>; offline: UserFolder; online: UserFolder }> {
  const tarballs = await packLibraries(dir);
  const create = async (name: string, files: readonly string[], from: 'cache' | 'registry'): Promise<UserFolder> => {
    const folder = join(dir, name);
    await mkdir(folder);
    const installed = await installTarballs(folder, files, from);
    const readme = (library: string) => readFile(join(folder, 'node_modules', scope + library, 'README.md'), 'utf8');
    return { folder, installed, readExample: async (library) => readExample(await readme(library)) };
  };
  const free = withoutDependencies.flatMap((name) => tarballs.get(name) ?? []);
  return {
    tarballs,
    offline: await create('offline', free, 'cache'),
    online: await create('online', [...tarballs.values()], 'registry'),
  };
}

/**
 * The packed libraries and the folders that they are installed in, made once for all test files of a worker: building,
 * packing and installing take longer than the tests. `dir` contains the folders; tests may make further ones in it.
 */
export const withUserFolders = test
  .extend('folderPrefix', { scope: 'worker' }, join(tmpdir(), 'auction-tiers-users-'))
  .extend('users', { scope: 'worker' }, async ({ folderPrefix }, { onCleanup }) => {
    const dir = await mkdtemp(folderPrefix);
    onCleanup(() => rm(dir, { recursive: true, force: true }));
    return { dir, ...(await createUserFolders(dir)) };
  });
