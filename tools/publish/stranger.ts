import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scope } from '../workspace/package.ts';
import type { Installed } from './install.ts';
import { installTarballs } from './install.ts';
import { packLibraries } from './pack.ts';
import type { ReadmeExample } from './readme-example.ts';
import { readExample } from './readme-example.ts';

/** Somebody who has installed packed libraries in a folder of their own. */
export type Stranger = {
  readonly folder: string;
  readonly installed: Installed;
  /** The first lines of the README that came with a library. */
  readonly readExample: (name: string) => Promise<ReadmeExample>;
};

/** The libraries that can be installed without a network, for they depend on nothing. */
export const withoutDependencies: readonly string[] = ['tier-engine', 'dma-data'];

/**
 * Packs the libraries and installs them for two people: one without a network, who gets those that depend on nothing, and one
 * with a registry, who gets them all.
 *
 * @param dir an existing empty folder outside of this repository
 */
export async function createStrangers(
  dir: string,
): Promise<{ tarballs: ReadonlyMap<string, string>; alone: Stranger; connected: Stranger }> {
  const tarballs = await packLibraries(dir);
  const create = async (name: string, files: readonly string[], from: 'cache' | 'registry'): Promise<Stranger> => {
    const folder = join(dir, name);
    await mkdir(folder);
    const installed = await installTarballs(folder, files, from);
    const readme = (library: string) => readFile(join(folder, 'node_modules', scope + library, 'README.md'), 'utf8');
    return { folder, installed, readExample: async (library) => readExample(await readme(library)) };
  };
  const free = withoutDependencies.flatMap((name) => tarballs.get(name) ?? []);
  return {
    tarballs,
    alone: await create('alone', free, 'cache'),
    connected: await create('connected', [...tarballs.values()], 'registry'),
  };
}
