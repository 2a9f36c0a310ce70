import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPackages, repository, scope, type WorkspacePackage } from '../../workspace/package.ts';

/** What has changed since a commit. */
export interface Changed {
  /** The commit's hash. */
  readonly base: string;
  /** Paths from the repository's root, those that Git does not know among them. */
  readonly files: readonly string[];
  /** The projects that these files are of; a file of none is of tools, which checks the repository as a whole. */
  readonly projects: readonly string[];
}

const pathsIn = (text: string): readonly string[] => text.split('\0').filter((path) => path !== '');

/** What differs from the commit at which this branch left `revision`, whether committed or not; an Error if Git has none. */
export function readChanged(revision: string, root: string = repository): Changed {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const base = git('merge-base', revision, 'HEAD').trim();
  const files = [
    ...pathsIn(git('diff', '--name-only', '-z', '--no-renames', base)),
    ...pathsIn(git('ls-files', '--others', '--exclude-standard', '-z')),
  ].toSorted();
  const packages = readPackages(root);
  const projectOf = (file: string) => packages.find(({ folder }) => file.startsWith(`${folder}/`))?.name ?? 'tools';
  return { base, files, projects: [...new Set(files.map(projectOf))].toSorted() };
}

/** The projects that depend on one of these, directly or not, without these. */
export function dependentsOf(projects: readonly string[], packages: readonly WorkspacePackage[]): readonly string[] {
  const found = new Set(projects);
  const isAffected = ({ manifest }: WorkspacePackage) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).some((name) =>
      found.has(name.slice(scope.length)),
    );
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const one of packages.filter(isAffected)) found.add(one.name);
  }
  return packages.map(({ name }) => name).filter((name) => found.has(name) && !projects.includes(name));
}

/** Names of folders that say nothing about what is in them. */
const tooWide = new Set(['src', 'test', 'fixture', '.']);

/**
 * Parts of the names of a project's test files that a change touches: test files that have changed, and those in folders
 * that are called as a changed file, or else as the innermost of its folders that tests are called as. Only for apps: almost
 * every test starts a whole app, so that what it imports tells nothing. Empty where no test file has such a name.
 */
export function touchedTests(project: string, files: readonly string[], root: string = repository): readonly string[] {
  const folder = `apps/${project}/`;
  const tests = globSync('test/**/*.test.ts', { cwd: join(root, folder) });
  const own = files.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length));
  const parts = own.map((file) => placesOf(file).find((part) => tests.some((one) => one.includes(part))));
  return [...new Set(parts.filter((part) => part !== undefined))].toSorted();
}

function placesOf(file: string): readonly string[] {
  if (file.endsWith('.test.ts')) return [file];
  const [name = ''] = basename(file).split('.');
  const words = [name, ...dirname(file).split('/').toReversed()];
  return words.filter((word) => !tooWide.has(word)).map((word) => `/${word}/`);
}
