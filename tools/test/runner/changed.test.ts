import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPackages } from '../../workspace/package.ts';
import { dependentsOf, readChanged, touchedTests } from './changed.ts';

let root: string;
const write = (file: string, text: string) => {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: root, encoding: 'utf8' });
const manifest = (name: string, dependencies: readonly string[] = []) =>
  JSON.stringify({
    name: `@auction-tiers/${name}`,
    version: '0.0.0',
    dependencies: Object.fromEntries(dependencies.map((one) => [`@auction-tiers/${one}`, '*'])),
  });

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'auction-tiers-changed-'));
  write('package.json', JSON.stringify({ workspaces: ['libs/*', 'apps/*', 'tools'] }));
  write('libs/one/package.json', manifest('one'));
  write('libs/two/package.json', manifest('two', ['one']));
  write('apps/page/package.json', manifest('page', ['two']));
  write('tools/package.json', manifest('tools'));
  for (const name of ['room/draft/seen', 'room/history/steps', 'draft/merge'])
    write(`apps/page/test/${name}.test.ts`, '');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'One');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('what is not committed, new files among it, and what was committed since a branch left are changes', () => {
  expect(readChanged('HEAD', root)).toMatchObject({ files: [], projects: [] });
  write('libs/one/src/new.ts', '1');
  write('README.md', 'text');
  expect(readChanged('HEAD', root)).toMatchObject({
    files: ['README.md', 'libs/one/src/new.ts'],
    projects: ['one', 'tools'],
  });
  git('switch', '--quiet', '--create', 'branch');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Two');
  expect(readChanged('HEAD', root).files).toEqual([]);
  expect(readChanged('main', root).files).toEqual(['README.md', 'libs/one/src/new.ts']);
  expect(() => readChanged('nowhere', root)).toThrow();
});

test('projects that depend on a project are found, however far', () => {
  expect(dependentsOf(['one'], readPackages(root))).toEqual(['page', 'two']);
  expect(dependentsOf(['page'], readPackages(root))).toEqual([]);
});

test.for<[string, readonly string[]]>([
  ['apps/page/src/room/draft/seen.tsx', ['/draft/']],
  ['apps/page/src/draft/merge.ts', ['/draft/']],
  ['apps/page/src/history.ts', ['/history/']],
  ['apps/page/test/draft/merge.test.ts', ['test/draft/merge.test.ts']],
  ['apps/page/src/main.tsx', []],
  ['libs/one/src/draft/new.ts', []],
])('a change of %s touches the tests in %j', ([file, parts]) => {
  expect(touchedTests('page', [file], root)).toEqual(parts);
});
