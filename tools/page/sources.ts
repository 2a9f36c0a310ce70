import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackages, scope, type WorkspacePackage } from '../workspace/package.ts';

/** The package of the page. */
export const pageFolder = 'apps/dashboard';

/** The files that a build reads: of the page's package, of the packages that it imports, and of the repository. */
const ofPage = ['package.json', 'index.html', 'vite.config.ts', 'src/**', 'public/**'];
const ofImported = ['package.json', 'src/**'];
const ofRepository = ['package-lock.json', 'tools/page/build.ts'];

/**
 * A hash of everything that a build of the page reads. By contents, because checking out another commit and back
 * changes modification times.
 */
export function hashSources(root: string): string {
  const packages = new Map(readPackages(root).map((one) => [one.manifest.name, one]));
  const imported = new Set<WorkspacePackage>();
  const add = (folder: WorkspacePackage): void => {
    for (const name of Object.keys(folder.manifest.dependencies ?? {}).filter((one) => one.startsWith(scope))) {
      const found = packages.get(name);
      if (found === undefined || imported.has(found)) continue;
      imported.add(found);
      add(found);
    }
  };
  const page = [...packages.values()].find(({ folder }) => folder === pageFolder);
  if (page === undefined) throw new Error(`${root} has no package in ${pageFolder}.`);
  add(page);
  const files = [
    ...ofRepository.filter((file) => existsSync(join(root, file))),
    ...listFiles(root, pageFolder, ofPage),
    ...[...imported].flatMap(({ folder }) => listFiles(root, folder, ofImported)),
  ];
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const bytes = readFileSync(join(root, file));
    hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function listFiles(root: string, folder: string, patterns: readonly string[]): readonly string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: join(root, folder), withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}
