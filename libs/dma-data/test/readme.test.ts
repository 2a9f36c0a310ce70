import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('the example in the README gives the results that it shows', () => {
  const folder = resolve(import.meta.dirname, '..');
  const readme = readFileSync(resolve(folder, 'README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const shown = [...example.matchAll(/^(.+); \/\/ (.+)$/gm)];
  expect(shown.length).toBeGreaterThanOrEqual(5);

  const [imports = ''] = /^import .+;$/m.exec(example) ?? [];
  const checks = shown.map(([, expression, answer]) => `deepStrictEqual(${expression}, ${answer});`);
  const program = `import { deepStrictEqual } from 'node:assert'; ${imports} ${checks.join('\n')}`;
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', '--input-type=module'];
  const run = spawnSync(process.execPath, [...flags, '--eval', program], { cwd: folder, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 0, stderr: '' });
});
