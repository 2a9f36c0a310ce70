// Fails if the files that describe the packages disagree: package.json, the lock file, tsconfig and the allowed import
// directions.

import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { mayImport } from '../workspace/direction.ts';
import type { WorkspacePackage } from '../workspace/package.ts';
import { readJson, readPackages, repository, scope } from '../workspace/package.ts';

const requiredScripts = ['typecheck', 'test'];
/** Packages with an install script: tools/install.mjs runs argon2's if needed, and the others work without theirs. */
const knownScripts = new Set(['argon2', 'esbuild', 'msgpackr-extract', 'nx']);
const packages = readPackages();
const versions = new Map<string, string>();
const issues = [...packages.flatMap(findIssues), ...findUnreferenced(), ...findLockIssues()];

for (const issue of issues) process.stderr.write(`${issue}\n`);
if (packages.length === 0) process.stderr.write(`No package found in ${repository}.\n`);
process.exitCode = issues.length > 0 || packages.length === 0 ? 1 : 0;

function findIssues({ name, folder, manifest }: WorkspacePackage): string[] {
  const file = `${folder}/package.json`;
  const dependencies = Object.entries(manifest.dependencies ?? {});
  const internal = dependencies.filter(([key]) => key.startsWith(scope)).map(([key]) => folderOf(key) ?? key);
  const allowed = mayImport[folder];
  return [
    ...(manifest.name === scope + name ? [] : [`${file}: the name is "${manifest.name}", must be "${scope}${name}".`]),
    ...requiredScripts
      .filter((script) => manifest.scripts?.[script] === undefined)
      .map((script) => `${file}: there is no script "${script}"; npm test would leave it out.`),
    ...(allowed === undefined ? [`tools/workspace/direction.ts does not say what ${folder} may import.`] : []),
    ...internal
      .filter((other) => allowed !== undefined && !allowed.includes(other))
      .map((other) => `${file}: depends on ${other}, which tools/workspace/direction.ts does not allow.`),
    ...[...dependencies, ...Object.entries(manifest.devDependencies ?? {})].flatMap(([key, version]) =>
      findVersionIssue(file, key, version),
    ),
    ...findReferenceIssues(folder, internal),
  ];
}

function folderOf(packageName: string): string | undefined {
  return packages.find(({ manifest }) => manifest.name === packageName)?.folder;
}

/** Checks that versions are exact and equal across the repository: two versions of a library have two sets of types. */
function findVersionIssue(file: string, key: string, version: string): string[] {
  if (key.startsWith(scope)) {
    const own = packages.find(({ manifest }) => manifest.name === key);
    if (own === undefined) return [`${file}: there is no package ${key} here.`];
    // A release writes this for published packages, see tools/publish/version-actions.ts.
    const released = `^${own.manifest.version}`;
    return version === '*' || version === released
      ? []
      : [`${file}: ${key} is "${version}", must be "*" or "${released}", which name the package of this repository.`];
  }
  if (!/^(?:npm:.+@)?\d+\.\d+\.\d+/.test(version)) {
    return [`${file}: ${key} is "${version}", must be one exact version.`];
  }
  const other = versions.get(key) ?? version;
  versions.set(key, version);
  return other === version ? [] : [`${file}: ${key} is "${version}", but "${other}" in another package.`];
}

/** Checks that the references equal the dependencies, because TypeScript builds referenced packages first. */
function findReferenceIssues(folder: string, internal: readonly string[]): string[] {
  const file = `${folder}/tsconfig.lib.json`;
  if (!existsSync(join(repository, file))) return [];
  const referred = readReferences(file).map((path) => dirname(path));
  return [
    ...internal.filter((other) => !referred.includes(other)).map((other) => `${file}: no reference to ${other}.`),
    ...referred
      .filter((other) => !internal.includes(other))
      .map((other) => `${file}: refers to ${other}, which ${folder}/package.json does not depend on.`),
  ];
}

function findUnreferenced(): string[] {
  const referred = readReferences('tsconfig.json');
  return packages
    .filter(({ folder }) => !referred.includes(folder))
    .map(({ folder }) => `tsconfig.json: no reference to ${folder}.`);
}

/** npm installs from the lock file; a package.json that differs from it would be resolved again each time. */
function findLockIssues(): string[] {
  type Entry = {
    readonly dependencies?: object;
    readonly devDependencies?: object;
    readonly hasInstallScript?: boolean;
  };
  const lock = readJson(join(repository, 'package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
  const isLocked = (folder: string) => {
    const manifest = readJson(join(repository, folder, 'package.json')) as Entry;
    const entry = lock.packages[folder];
    return (['dependencies', 'devDependencies'] as const).every((kind) =>
      isDeepStrictEqual(manifest[kind], entry?.[kind]),
    );
  };
  const disagreeing = ['', ...packages.map(({ folder }) => folder)]
    .filter((folder) => !isLocked(folder))
    .map((folder) => `package-lock.json does not agree with ${join(folder, 'package.json')}. Run: npm install`);
  const unknownScripts = Object.entries(lock.packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript === true && !knownScripts.has(baseName(path)))
    .map(([path]) => `${path} has an install script, which tools/install.mjs does not run. Does it work without?`);
  return [...disagreeing, ...unknownScripts];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The references of a tsconfig, from the repository's root. */
function readReferences(file: string): string[] {
  const { references = [] } = readJson(join(repository, file)) as { references?: { path: string }[] };
  return references.map(({ path }) => normalize(join(dirname(file), path)));
}
