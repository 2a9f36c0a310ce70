import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${packageFolder}README.md`, 'utf8');

test('the lines of the README print what it says they print', () => {
  const [, code = '', output] = /```js\n(.*?)```\n\n```\n(.*?)```/s.exec(readme) ?? [];
  const options = ['--conditions=@auction-tiers/source', '--input-type=module', '--eval', code];
  expect(execFileSync(process.execPath, options, { cwd: packageFolder, encoding: 'utf8' })).toBe(output);
});
