// How `nx release version` reads and sets versions: nx.json names this file. Nx's own actions for npm packages are in
// @nx/js, which has no release for the Nx that is used here.

import { VersionActions } from 'nx/release';

type Tree = Parameters<VersionActions['init']>[0];
type ProjectGraph = Parameters<VersionActions['readDependencies']>[1];
type Manifest = { version: string; dependencies?: Record<string, string> };
type Lock = { packages: Record<string, Manifest> };

const manifestName = 'package.json';
const lockFile = 'package-lock.json';

/**
 * Sets a library's version, and the versions of the released libraries that it depends on, in its package.json and in the
 * lock file. Before the first release the packages of this repository depend on each other by "*". That becomes
 * "^<version>": published, "*" would let npm combine two releases that were never tested together.
 */
class LibraryVersion extends VersionActions {
  override validManifestFilenames = [manifestName];

  override async readCurrentVersionFromSourceManifest(tree: Tree) {
    return { currentVersion: this.readManifest(tree).version, manifestPath: this.manifestPath };
  }

  override async readCurrentVersionFromRegistry(): Promise<null> {
    throw new Error(
      'currentVersionResolver must be "disk" in nx.json: the version of a library is in its package.json.',
    );
  }

  override async readCurrentVersionOfDependency(tree: Tree, _graph: ProjectGraph, name: string) {
    const currentVersion = this.readManifest(tree).dependencies?.[name] ?? null;
    return { currentVersion, dependencyCollection: currentVersion === null ? null : 'dependencies' };
  }

  override async updateProjectVersion(tree: Tree, version: string): Promise<string[]> {
    this.change(tree, (manifest) => ({ ...manifest, version }));
    return [`${this.manifestPath} is now ${version}.`];
  }

  /** @param ranges by the name of the library that is depended on, such as `^0.2.0` */
  override async updateProjectDependencies(
    tree: Tree,
    _graph: ProjectGraph,
    ranges: Record<string, string>,
  ): Promise<string[]> {
    if (Object.keys(ranges).length === 0) return [];
    this.change(tree, (manifest) => ({ ...manifest, dependencies: { ...manifest.dependencies, ...ranges } }));
    return Object.entries(ranges).map(([name, range]) => `${this.manifestPath} now depends on ${name} ${range}.`);
  }

  private get folder(): string {
    return this.projectGraphNode.data.root;
  }

  private get manifestPath(): string {
    return `${this.folder}/${manifestName}`;
  }

  private readManifest(tree: Tree): Manifest {
    return readJson(tree, this.manifestPath) as Manifest;
  }

  private change(tree: Tree, change: (manifest: Manifest) => Manifest): void {
    writeJson(tree, this.manifestPath, change(this.readManifest(tree)));
    const lock = readJson(tree, lockFile) as Lock;
    const entry = lock.packages[this.folder];
    if (entry === undefined) throw new Error(`${lockFile} has no entry for ${this.folder}. Run: npm install`);
    lock.packages[this.folder] = change(entry);
    writeJson(tree, lockFile, lock);
  }
}

function readJson(tree: Tree, file: string): unknown {
  const text = tree.read(file, 'utf8');
  if (text === null) throw new Error(`There is no ${file}.`);
  return JSON.parse(text);
}

function writeJson(tree: Tree, file: string, value: unknown): void {
  tree.write(file, `${JSON.stringify(value, null, 2)}\n`);
}

// Nx expects `require` to return the class itself; for an ES module that is the export with this name.
export { LibraryVersion as 'module.exports' };
