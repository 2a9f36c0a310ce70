import { join } from 'node:path';
import { readJson, readPackages, repository, scope } from '../workspace/package.ts';

/** A published library: one of those that nx.json releases together. */
export type Library = {
  /** Name of its folder in `libs/`. */
  readonly name: string;
  readonly version: string;
  /** From the repository's root, such as `libs/client`. */
  readonly folder: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** All published libraries, each after its dependencies. */
export function readLibraries(): readonly Library[] {
  const { release } = readJson(join(repository, 'nx.json')) as { release: { projects: string[] } };
  const packages = readPackages();
  return release.projects.map((project) => {
    const found = packages.find(({ manifest }) => manifest.name === project);
    if (found === undefined)
      throw new Error(`nx.json: release.projects has "${project}", which is not a package of this repository.`);
    const { name, folder, manifest } = found;
    const { version } = readJson(join(repository, folder, 'package.json')) as { version: string };
    return { name, version, folder, dependencies: manifest.dependencies ?? {} };
  });
}

/** The named libraries and their dependencies, each after its own dependencies. */
export function withNeeded(names: readonly string[], libraries: readonly Library[]): readonly Library[] {
  const needed = new Set(names);
  for (const library of libraries.toReversed()) {
    if (!needed.has(library.name)) continue;
    for (const name of sistersOf(library)) needed.add(name);
  }
  return libraries.filter(({ name }) => needed.has(name));
}

/** The libraries of this repository that a library depends on, by folder name. */
export function sistersOf({ dependencies }: Library): readonly string[] {
  return Object.keys(dependencies)
    .filter((name) => name.startsWith(scope))
    .map((name) => name.slice(scope.length));
}
