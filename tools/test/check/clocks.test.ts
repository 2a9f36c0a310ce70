import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../workspace/package.ts';

/** How Intl and Date are asked for the time of a zone. */
const asked = [/\bnew Intl\.DateTimeFormat\(/u, /\.toLocale(?:Date|Time)?String\([^()]*\btimeZone\b/u];

test('two files ask Intl for the time of a zone: the calendar and the engine, which imports nothing', () => {
  const listed = spawnSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: repository, encoding: 'utf8' });
  const own = `tools/test/check/${import.meta.filename.split('/').at(-1)}`;
  const files = listed.stdout.split('\0').filter((file) => file !== '' && file !== own);
  const found = files.filter((file) => {
    const path = join(repository, file);
    return existsSync(path) && asked.some((form) => form.test(readFileSync(path, 'utf8')));
  });
  expect(found).toEqual(['libs/calendar/src/format.ts', 'libs/tier-engine/src/targeting/zone-clock.ts']);
});
