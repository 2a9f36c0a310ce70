// Fails when a file that a person writes has more than 300 lines: it is two ideas. oxlint says the same of TypeScript
// while one edits; this is for every kind of source.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../workspace/package.ts';

const limit = 300;
const sources = '**/*.{ts,tsx,mts,js,mjs,cjs,css,html,lua,sh}';
const notOurs = new Set(['node_modules', 'dist', '.git', '.nx', '.cache', '.data']);

const files = globSync(sources, { cwd: repository, exclude: (name) => notOurs.has(name) });
const tooLong = files
  .filter((file) => !/\.gen\.\w+$/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(repository, file), 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > limit);

for (const { file, lines } of tooLong)
  process.stderr.write(`${file} has ${lines} lines, at most ${limit} are allowed.\n`);
if (files.length === 0) process.stderr.write(`No source file found in ${repository}.\n`);
process.exitCode = tooLong.length > 0 || files.length === 0 ? 1 : 0;
