import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCatalogue } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { everyResource } from './fixture/every-resource.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${packageFolder}README.md`, 'utf8');

/** The cells of the rows whose first cell is one of these names in code quotes. */
function rowsOf(names: readonly string[]): string[][] {
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map((row) => row.split('|').slice(1, -1)).map((row) => row.map((cell) => cell.trim()));
  return cells.filter(([name]) => names.some((wanted) => name === `\`${wanted}\``));
}

test('the lines of the README print what it says they print', () => {
  const [, code, output] = /```js\n(.*?)```\n\n```\n(.*?)```/s.exec(readme) ?? [];
  const options = ['--conditions=@auction-tiers/source', '--input-type=module', '--eval', code!];
  expect(execFileSync(process.execPath, options, { cwd: packageFolder, encoding: 'utf8' })).toBe(output);
});

test('the README has every kind of error with its identifiers and statuses', () => {
  expect(rowsOf(Object.keys(errorCatalogue))).toStrictEqual(
    Object.entries(errorCatalogue).map(([kind, { errorId, errorCode, httpStatus, trpcCode }]) => [
      `\`${kind}\``,
      errorId,
      errorCode ?? 'null',
      String(httpStatus),
      trpcCode,
    ]),
  );
});

test('the README has every resource, and every file that it names is there', () => {
  const services = everyResource.map(({ service }) => service);
  const named = rowsOf(services).map(([name]) => name ?? '');
  expect(named.toSorted()).toStrictEqual(services.map((name) => `\`${name}\``).toSorted());
  const files = [...readme.matchAll(/`((?:src|test)\/[a-z/-]+(?:\.test)?(?:\.ts)?)`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(`${packageFolder}${file}`))).toStrictEqual([]);
});
