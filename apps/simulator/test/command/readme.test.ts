import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';

const withoutSpeed = (text: string) => text.replace(/\([\d,]+ bids per second, .*\)/, '(speed)');

test('the commands of the README print what it says they print', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, commands = '', output = ''] = /```\n(npm run.*?)```\n\n```\n(.*?)```/s.exec(readme) ?? [];
  const folder = createFolder();
  let printed = '';
  for (const [, args = ''] of commands.matchAll(/^npm run simulate -- (.*)$/gm)) {
    const { stdout, exitCode } = await runSimulator(folder, args.split(' '));
    expect(exitCode).toBe(0);
    printed += stdout;
  }
  // The README leaves off where everyone has seen enough.
  const [shown = ''] = withoutSpeed(output).split('\n...\n');
  expect(shown.length).toBeGreaterThan(1000);
  expect(withoutSpeed(printed).slice(0, shown.length)).toBe(shown);
});
