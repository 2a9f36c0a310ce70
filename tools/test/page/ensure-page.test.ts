import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePage } from '../../page/ensure-page.ts';
import { repository } from '../../workspace/package.ts';

// A small repository with the real Vite: a page of one script, which imports one library.

let root: string;
let dist: string;
const said: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'auction-tiers-page-'));
  dist = join(root, 'apps/dashboard/dist');
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  await write('package.json', JSON.stringify({ workspaces: ['apps/*', 'libs/*'] }));
  await write('package-lock.json', '{}');
  const dependencies = { '@auction-tiers/small': '*' };
  await write(
    'apps/dashboard/package.json',
    JSON.stringify({ name: '@auction-tiers/dashboard', type: 'module', dependencies }),
  );
  await write(
    'apps/dashboard/vite.config.ts',
    `export default { root: import.meta.dirname, base: '/app/', build: { modulePreload: false } };`,
  );
  await write('apps/dashboard/index.html', '<!doctype html><script type="module" src="/src/main.ts"></script>');
  await write(
    'apps/dashboard/src/main.ts',
    `import { words } from '../../../libs/small/src/index.ts'; document.title = words as string;`,
  );
  await write('libs/small/package.json', JSON.stringify({ name: '@auction-tiers/small' }));
  await write('libs/small/src/index.ts', libraryOf('first'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), content);
}

/** Long enough to be compressed. */
const libraryOf = (word: string) => `export const words: string = '${`${word} `.repeat(300)}';`;

const ensure = () => ensurePage({ root, log: (line) => said.push(line) });

/** The script that the built page loads: the file, and its text. */
function script(): { readonly file: string; readonly text: string } {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const file = join(dist, /src="\/app\/(assets\/[\w-]+\.js)"/.exec(html)?.[1] ?? 'no script');
  return { file, text: readFileSync(file, 'utf8') };
}

/** Nothing of a build is left but the page. */
const leftovers = () => readdirSync(join(root, 'apps/dashboard/.cache'));

test('a page that was not built yet is built, and compressed beside each file', async () => {
  expect(await ensure()).toEqual({ status: 'built' });
  const { file, text } = script();
  expect(text).toContain('first first');
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
  expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(text);
  expect(said).toEqual([expect.stringContaining('Building the page')]);
  expect(leftovers()).toEqual([]);
});

test('a second call does nothing, whatever has changed beside the sources', async () => {
  await write('apps/dashboard/test/page.test.ts', '// not part of the page');
  await write('apps/dashboard/src/main.ts', readFileSync(join(root, 'apps/dashboard/src/main.ts'), 'utf8'));
  const { ino } = await stat(dist);
  said.length = 0;
  expect(await ensure()).toEqual({ status: 'unchanged' });
  expect(said).toEqual([]);
  expect((await stat(dist)).ino).toBe(ino);
});

test.for([
  ['libs/small/src/index.ts', libraryOf('second')],
  ['package-lock.json', '{"lockfileVersion":3}'],
  ['apps/dashboard/index.html', '<!doctype html><p><script type="module" src="/src/main.ts"></script>'],
] as const)('a change of %s builds it again', async ([file, content]) => {
  await write(file, content);
  expect(await ensure()).toEqual({ status: 'built' });
  expect(await ensure()).toEqual({ status: 'unchanged' });
  expect(script().text).toContain('second second');
});

test('a build that fails says why, leaves the page as it was, and is tried again', async () => {
  const before = script().text;
  await write('libs/small/src/index.ts', 'export const words = ;');
  for (let attempt = 1; attempt <= 2; attempt++) {
    expect(await ensure()).toMatchObject({ status: 'failed', why: expect.stringContaining('libs/small/src/index.ts') });
    expect(script().text).toBe(before);
  }
  expect(leftovers()).toEqual([]);
  await write('libs/small/src/index.ts', libraryOf('third'));
  expect(await ensure()).toEqual({ status: 'built' });
  expect(script().text).toContain('third third');
});

test('two programs that build it at the same time leave one whole page', async () => {
  await write('libs/small/src/index.ts', libraryOf('fourth'));
  const results = await Promise.all([ensure(), ensure()]);
  expect(results).toEqual([{ status: 'built' }, { status: 'built' }]);
  expect(script().text).toContain('fourth fourth');
  expect([existsSync(join(dist, '.built')), leftovers()]).toEqual([true, []]);
});

test('a build that is aborted leaves the page as it was', async () => {
  await write('libs/small/src/index.ts', libraryOf('fifth'));
  const abort = new AbortController();
  const ended = ensurePage({ root, log: () => abort.abort(), signal: abort.signal });
  expect(await ended).toMatchObject({ status: 'failed' });
  expect(script().text).toContain('fourth fourth');
  expect(leftovers()).toEqual([]);
});
