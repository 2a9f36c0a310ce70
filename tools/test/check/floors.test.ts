import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../workspace/package.ts';

type Import = readonly [file: string, imported: string];

/** A project whose folders form floors, and imports that may stand beside it. */
const floors: readonly Import[] = [
  ['libs/store/src/index.ts', './top/entry.ts'],
  ['libs/store/src/top/entry.ts', '../middle/piece.ts'],
  ['libs/store/src/top/other.ts', './entry.ts'],
  ['libs/store/src/middle/piece.ts', './part/detail.ts'],
  ['libs/store/src/middle/part/detail.ts', '../../bottom/key.ts'],
  ['libs/store/src/bottom/key.ts', 'node:path'],
  ['libs/store/test/top/entry.test.ts', '../../src/top/entry.ts'],
];

/** What is added to the floors, and the folders and imports that the check must name. */
const planted: readonly (readonly [title: string, added: Import, named: readonly string[]])[] = [
  [
    'two folders',
    ['libs/store/src/middle/other.ts', '../top/other.ts'],
    [
      'src/middle/ and',
      'src/top/ import each other',
      'top/entry.ts imports libs/store/src/middle/piece.ts',
      'middle/other.ts imports libs/store/src/top/other.ts',
    ],
  ],
  [
    'a folder and its subfolder',
    ['libs/store/src/middle/part/more.ts', '../leaf.ts'],
    ['src/middle/part/', 'src/middle/'],
  ],
  [
    'the root of the source and a folder',
    ['libs/store/src/top/more.ts', '../shared.ts'],
    ['src/ and', 'src/top/ import each other'],
  ],
  [
    'three folders in a circle',
    ['libs/store/src/bottom/more.ts', '../top/other.ts'],
    ['src/bottom/', 'src/middle/part/', 'src/top/'],
  ],
  ['folders of the tests', ['libs/store/test/fixture/server.ts', '../case/first.ts'], ['test/case/', 'test/fixture/']],
];

test('a project whose folders form floors passes', async () => {
  expect(await check(floors)).toEqual({ exitCode: 0, message: '' });
});

test.for(planted)('%s that import each other fail, by name', async ([, added, named]) => {
  const back: Import = ['libs/store/test/case/second.ts', '../fixture/other.ts'];
  const { exitCode, message } = await check([...floors, back, added]);
  expect(exitCode).toBe(1);
  for (const text of named) expect(message).toContain(text);
});

test('an import of a type counts, and so does a dynamic one', async () => {
  for (const text of [
    "import type { Entry } from '../top/entry.ts';",
    "export type { Entry } from '../top/entry.ts';",
    "type Entry = import('../top/entry.ts').Entry;",
    "await import('../top/entry.ts');",
  ]) {
    expect(await check(floors, { 'libs/store/src/bottom/more.ts': text }), text).toMatchObject({ exitCode: 1 });
  }
});

test('a text that looks like an import does not count', async () => {
  const text = "// import { a } from '../top/entry.ts';\nexport const b = \"import '../top/entry.ts'\";\n";
  expect(await check(floors, { 'libs/store/src/bottom/more.ts': text })).toEqual({ exitCode: 0, message: '' });
});

/** Runs the check on a repository of these files. */
async function check(
  imports: readonly Import[],
  texts: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number; readonly message: string }> {
  const root = await mkdtemp(join(tmpdir(), 'auction-tiers-floors-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const written = imports.map(([file, imported]) => [file, `export * from '${imported}';\n`] as const);
  for (const [file, text] of [...written, ...Object.entries(texts)]) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(repository, 'tools/check/floors.ts'), root], (error, _stdout, stderr) => {
      resolve({ exitCode: Number(error?.code ?? 0), message: stderr });
    });
  });
}
