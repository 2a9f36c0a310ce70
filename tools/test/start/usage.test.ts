import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../workspace/package.ts';

const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];

test.for([
  ['tools/run.mjs'],
  ['tools/start/main.ts', '--port=1'],
  ['tools/publish/main.ts', '--help'],
  ['tools/page/screenshots.ts', '--help'],
  ['tools/test/run-project.ts'],
  ['tools/generate/settings.ts', '--colour'],
  ['apps/api/src/main.ts', '--port=1'],
])('wrong usage ends %s %s with status 2 and says why', ([program = '', ...given]) => {
  const { status, stderr } = spawnSync(process.execPath, [...flags, join(repository, program), ...given], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/usage|no arguments/i) as unknown });
  expect(stderr).not.toMatch(/^\s+at /m);
});
