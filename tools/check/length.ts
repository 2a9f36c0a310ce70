// Fails when a hand-written source file of any language has more than 300 lines: it holds more than one idea. For TypeScript
// oxlint reports the same in the editor.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../workspace/package.ts';

const limit = 300;
const sources = '**/*.{ts,tsx,mts,js,mjs,cjs,css,html,lua,sh}';
const ignored = new Set(['node_modules', 'dist', '.git', '.nx', '.cache', '.data']);

const files = globSync(sources, { cwd: repository, exclude: (name) => ignored.has(name) });
const tooLong = files
  .filter((file) => !/\.gen\.\w+$/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(repository, file), 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > limit);

for (const { file, lines } of tooLong)
  process.stderr.write(`${file} has ${lines} lines, at most ${limit} are allowed.\n`);
if (files.length === 0) process.stderr.write(`No source file found in ${repository}.\n`);
process.exitCode = tooLong.length > 0 || files.length === 0 ? 1 : 0;
