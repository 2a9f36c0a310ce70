import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../workspace/package.ts';

/** What Node 22.18, the oldest that programs run on, does not parse; newer ones do, so that no other test finds it. */
const tooNew = [/^\s*(?:await )?using [\p{ID_Start}$_]/mu, /\(\?[ims]*-?[ims]+:/u, /\bimport (?:defer|source) /u];

test('no source has syntax that the oldest supported Node does not know', () => {
  const listed = spawnSync('git', ['ls-files', '-z', '*.ts', '*.mjs'], { cwd: repository, encoding: 'utf8' });
  const files = listed.stdout.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    return tooNew.some((syntax) => syntax.test(text));
  });
  expect(found).toEqual([]);
});
