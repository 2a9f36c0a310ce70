import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../workspace/package.ts';

/** How a number becomes text. `Number(x.toFixed(2))` is none of them: it rounds, and stays a number. */
const forms = [
  /\bIntl\.NumberFormat\b/u,
  /\.toLocaleString\(/u,
  /\.toPrecision\(/u,
  /\.toFixed\(/u,
  /\}[ \u00a0]%/u,
  /\.padStart\(2, '0'\)\}:00/u,
];
const rounding = /\bNumber\([^()]*(?:\([^()]*\)[^()]*)*\.to(?:Fixed|Precision)\([^()]*\)\)/gu;

/** Files that make text of a number by themselves, and why. */
const mayFormat: Readonly<Record<string, string>> = {
  'apps/api/src/handlers/forecast/forecast-measurement.ts': 'an amount as the API has it',
  'bench/src/page-suite.ts': 'a price that is sent',
  'bench/src/server/auctions.ts': 'a time that is sent',
  'libs/calendar/src/day.ts': 'the hour of a clock',
  'libs/figure/src/figures.ts': 'figures for people',
  'libs/figure/src/typed.ts': 'numbers as people type them',
  'tools/browser/look.ts': 'runs within a page, where it can import nothing',
  'tools/start/build-page.ts': 'runs before any library is built',
};

test('figures for people are written by one library; other files that make text of a number say why', () => {
  const folders = ['apps/*/src/*', 'libs/*/src/*', 'bench/src/*', 'tools/*'];
  const listed = spawnSync('git', ['ls-files', '-z', ...folders], { cwd: repository, encoding: 'utf8' });
  const files = listed.stdout.split('\0').filter((file) => /\.tsx?$/u.test(file) && !file.startsWith('tools/test/'));
  const found = files.filter((file) => {
    const path = join(repository, file);
    if (!existsSync(path)) return false;
    const text = readFileSync(path, 'utf8').replaceAll(rounding, '');
    return forms.some((form) => form.test(text));
  });
  expect(found.toSorted()).toEqual(Object.keys(mayFormat).toSorted());
});
