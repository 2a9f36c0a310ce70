import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lossReasonCodes, nonBidStatusCodes } from '@auction-tiers/openrtb';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${packageFolder}README.md`, 'utf8');

test('the lines of the README print what it says they print', () => {
  const [, code, output] = /```js\n(.*?)```\n\n```\n(.*?)```/s.exec(readme) ?? [];
  const options = ['--conditions=@auction-tiers/source', '--input-type=module', '--eval', code!];
  expect(execFileSync(process.execPath, options, { cwd: packageFolder, encoding: 'utf8' })).toBe(output);
});

test("the README's table of codes is the code's", () => {
  const [, section = ''] = /## Why a bid did not win\n(.*)/s.exec(readme) ?? [];
  const rows = [...section.matchAll(/^\| (`.*?) \| (\d+) .*? \| (\d+) /gm)].flatMap(([, names = '', loss, status]) =>
    [...names.matchAll(/`(\w+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'invalid')
      .map((name) => [name, Number(loss), Number(status)] as const),
  );
  expect(Object.fromEntries(rows.map(([name, loss]) => [name, loss]))).toEqual(lossReasonCodes);
  expect(Object.fromEntries(rows.map(([name, , status]) => [name, status]))).toEqual(nonBidStatusCodes);
});
