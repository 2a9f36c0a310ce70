import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printable } from '../../src/cli/terminal.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallTierSet, writeLog, writeTierSet } from '../fixture/small-log.ts';

test('a terminal is shown what it would obey', () => {
  expect(printable('a\u001b[2J\u009b31m\r\u0007\u0000b\tc\n')).toBe('a\ufffd[2J\ufffd31m\ufffd\ufffd\ufffdb\tc\n');
  expect(printable('11 µs │ − … ▲ שלום 👍')).toBe('11 µs │ − … ▲ שלום 👍');
});

test('what a tier set file says does nothing to the terminal', async () => {
  const folder = createFolder();
  writeLog(folder);
  writeTierSet(folder);
  const hostile = {
    ...smallTierSet,
    revision: 'x\u001b]0;title\u0007',
    tiers: smallTierSet.tiers.slice(1),
  };
  writeFileSync(join(folder, 'draft.json'), JSON.stringify(hostile));
  const args = ['compare', '--in', 'log.jsonl', '--current', 'small.tiers.json', '--draft', 'draft.json'];
  const { stdout } = await runSimulator(folder, args);
  expect(stdout).toContain('Draft: Small (ym-profile 42, 2 tiers, revision x\ufffd]0;title\ufffd)\n');
});
