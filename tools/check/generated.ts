// Fails if a generated file differs from what its generator writes now. The generators are the programs in
// tools/generate that parse arguments; each accepts --check.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../workspace/package.ts';

const generators = globSync('tools/generate/*.ts', { cwd: repository })
  .filter((file) => readFileSync(join(repository, file), 'utf8').includes('process.argv'))
  .toSorted();
const stale = generators.filter((file) => {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];
  const done = spawnSync(process.execPath, [...flags, file, '--check'], { cwd: repository, stdio: 'inherit' });
  return done.status !== 0;
});

if (generators.length === 0) process.stderr.write('No generator found in tools/generate.\n');
for (const file of stale) process.stderr.write(`Run: node tools/run.mjs ${file}\n`);
process.exitCode = stale.length > 0 || generators.length === 0 ? 1 : 0;
