import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLibraries, sistersOf } from '../../publish/library.ts';
import { runOrThrow } from '../../publish/run.ts';
import { readJson, readPackages, repository, scope } from '../../workspace/package.ts';

type Manifest = { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> };

const libraries = readLibraries();
const released = libraries[0]?.version ?? '';
const [major = 0, minor = 0] = released.split('.').map(Number);
const next = `${major}.${minor + 1}.0`;

const subject = 'Ties are drawn; a subject without a type';
/** Neither what Nx tells the programs that it runs, nor what git tells its hooks, is meant for another repository. */
const inherited = Object.entries(process.env).filter(([key]) => !/^(NX|GIT)_/.test(key));
const [name, email] = ['A. Author', 'author@example.org'];
const env = {
  ...Object.fromEntries(inherited),
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
};

let dir: string;
let repo: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-release-'));
  repo = join(dir, 'repo');
  await copyManifests();
  await git('init', '--quiet', '--initial-branch=main');
  await git('init', '--quiet', '--bare', join(dir, 'origin'));
  await git('remote', 'add', 'origin', join(dir, 'origin'));
  await commit('Everything so far');
  await git('tag', `libraries@${released}`);
  await git('push', '--quiet', '--set-upstream', 'origin', 'main');
  await writeFile(join(repo, 'libs/tier-engine/tie.ts'), 'export {};\n');
  await commit(subject);

  const nx = join(repo, 'node_modules/nx/dist/bin/nx.js');
  await runOrThrow(process.execPath, [nx, 'release', 'minor', '--skip-publish'], { cwd: repo, env });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test.for(libraries)('$name has the next version, and asks for that of the others', async (library) => {
  const ranges = sistersOf(library).map((sister) => [scope + sister, `^${next}`]);
  expect(manifestOf(library.folder)).toMatchObject({ version: next });
  expect(manifestOf(library.folder).dependencies ?? {}).toEqual({
    ...library.dependencies,
    ...Object.fromEntries(ranges),
  });
});

test('the lock file says the same', () => {
  const lock = readJson(join(repo, 'package-lock.json')) as { packages: Readonly<Record<string, Manifest>> };
  for (const { folder } of libraries) {
    const { version, dependencies } = manifestOf(folder);
    expect(lock.packages[folder]).toMatchObject({ version });
    expect(lock.packages[folder]?.dependencies).toEqual(dependencies);
  }
});

test('the release is one commit and a tag, changes only the libraries, and is not pushed', async () => {
  const folders = libraries.flatMap(({ folder }) => [`${folder}/CHANGELOG.md`, `${folder}/package.json`]);
  const changed = await git('diff', '--name-only', 'HEAD~1', `libraries@${next}`);
  expect(changed.split('\n')).toEqual([...folders, 'package-lock.json'].toSorted());
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('ls-remote', 'origin', 'refs/*')).toBe(`${await git('rev-parse', 'HEAD~2')}\trefs/heads/main`);
});

test('the changelog of a library has its own changes only', async () => {
  expect(await changelogOf('libs/tier-engine')).toMatch(
    new RegExp(`^## ${next}.*\\n\\n### Changes\\n\\n- ${subject}$`, 'm'),
  );
  expect(await changelogOf('libs/dma-data')).toContain('there were no code changes');
});

/** What Nx reads to know the packages, and nothing of their code. */
async function copyManifests(): Promise<void> {
  const folders = readPackages().map(({ folder }) => `${folder}/package.json`);
  const actions = 'tools/publish/version-actions.ts';
  for (const file of ['package.json', 'package-lock.json', 'nx.json', actions, ...folders]) {
    await mkdir(dirname(join(repo, file)), { recursive: true });
    await cp(join(repository, file), join(repo, file));
  }
  await symlink(join(repository, 'node_modules'), join(repo, 'node_modules'), 'junction');
  // The repository's own ignores folders of this name, not a link.
  await writeFile(join(repo, '.gitignore'), 'node_modules\n.nx\n');
}

async function commit(message: string): Promise<void> {
  await git('add', '--all');
  await git('commit', '--quiet', `--message=${message}`);
}

async function git(...args: readonly string[]): Promise<string> {
  return (await runOrThrow('git', args, { cwd: repo, env })).stdout.trim();
}

function manifestOf(folder: string): Manifest {
  return readJson(join(repo, folder, 'package.json')) as Manifest;
}

function changelogOf(folder: string): Promise<string> {
  return readFile(join(repo, folder, 'CHANGELOG.md'), 'utf8');
}
