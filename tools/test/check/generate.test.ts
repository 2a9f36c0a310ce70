import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { repository, writeGenerated } from '../../generate/write.ts';

const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterEach(() => errors.mockClear());

const said = (): string => errors.mock.calls.map(([text]) => String(text)).join('');
const present = readFileSync(join(repository, 'LICENSE'), 'utf8');

test.for([
  ['was edited', 'LICENSE'],
  ['is missing', 'docs/missing.md'],
])('the check fails for a generated file that %s, names the command to run, and writes nothing', ([, name = '']) => {
  expect(writeGenerated('node made.ts', ['--check'], () => ({ [name]: `${present}edited` }))).toBe(1);
  expect(said()).toContain(name);
  expect(said()).toContain('Run: node made.ts');
  expect(readFileSync(join(repository, 'LICENSE'), 'utf8')).toBe(present);
});

test('the check accepts a file that is what its generator writes', () => {
  expect(writeGenerated('node made.ts', ['--check'], () => ({ LICENSE: present }))).toBe(0);
  expect(said()).toBe('');
});

test('an option that does not exist is wrong usage', () => {
  expect(writeGenerated('node made.ts', ['--chekc'], () => ({ LICENSE: 'edited' }))).toBe(2);
  expect(said()).toContain('Usage: node made.ts [--check]');
  expect(readFileSync(join(repository, 'LICENSE'), 'utf8')).toBe(present);
});
