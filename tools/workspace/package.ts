import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One package of this repository: a library, an app, or tools. */
export type WorkspacePackage = {
  /** The name of its folder: the package's name without the scope. */
  readonly name: string;
  /** From the repository's root, such as `libs/store`. */
  readonly folder: string;
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly scripts?: Readonly<Record<string, string>>;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
};

export const scope = '@auction-tiers/';
export const repository: string = join(import.meta.dirname, '../..');

/** The packages of a repository, by folder. */
export function readPackages(root: string = repository): readonly WorkspacePackage[] {
  const { workspaces } = readJson(join(root, 'package.json')) as { workspaces: string[] };
  return workspaces
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .toSorted()
    .map((folder) => ({
      name: basename(folder),
      folder,
      manifest: readJson(join(root, folder, 'package.json')) as WorkspacePackage['manifest'],
    }));
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
