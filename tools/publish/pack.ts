import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository, scope } from '../workspace/package.ts';
import type { Library } from './library.ts';
import { readLibraries, withNeeded } from './library.ts';
import { npm, runOrThrow } from './run.ts';

/** Folders of a library that are not needed to build it. */
const leftOut = new Set(['dist', 'node_modules', 'test']);
const compiler = join(repository, 'node_modules/@typescript/native/bin/tsc');

/**
 * Builds libraries and packs them as `npm publish` would, without changing the repository.
 *
 * The build runs in a copy: `libs/<name>/dist` may have files whose source was removed, and other programs may read it.
 *
 * @param into an existing folder, for the tarballs
 * @param names folder names; the libraries that these need are packed too. Default: all
 * @returns the tarballs by folder name, each after its dependencies
 */
export async function packLibraries(
  into: string,
  names: readonly string[] = readLibraries().map(({ name }) => name),
): Promise<ReadonlyMap<string, string>> {
  const libraries = withNeeded(names, readLibraries());
  const tree = await mkdtemp(join(tmpdir(), 'auction-tiers-pack-'));
  try {
    await cp(join(repository, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
    for (const library of libraries) await copyLibrary(library, tree);
    const projects = libraries.map(({ folder }) => `${folder}/tsconfig.lib.json`);
    await runOrThrow(process.execPath, [compiler, '-b', ...projects], { cwd: tree });
    // The packages' scripts only work inside this repository.
    const flags = ['--pack-destination', into, '--ignore-scripts', '--loglevel=error'];
    await runOrThrow(npm, ['pack', ...flags, ...libraries.map(({ folder }) => `./${folder}`)], { cwd: tree });
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
  return new Map(libraries.map((library) => [library.name, join(into, tarballName(library))]));
}

/** The file name that npm gives the tarball. */
function tarballName({ name, version }: Library): string {
  return `${scope.slice(1).replace('/', '-')}${name}-${version}.tgz`;
}

async function copyLibrary({ name, folder, dependencies }: Library, tree: string): Promise<void> {
  const from = join(repository, folder);
  const isLeftOut = (path: string) => dirname(path) === from && leftOut.has(path.slice(from.length + 1));
  await cp(from, join(tree, folder), { recursive: true, filter: (path) => !isLeftOut(path) });
  await link(join(tree, folder), scope + name, tree);
  for (const dependency of Object.keys(dependencies).filter((key) => !key.startsWith(scope))) {
    await link(join(repository, 'node_modules', dependency), dependency, tree);
  }
}

async function link(target: string, name: string, tree: string): Promise<void> {
  const path = join(tree, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  // Two libraries may depend on the same package.
  await rm(path, { force: true });
  await symlink(target, path, 'junction');
}
