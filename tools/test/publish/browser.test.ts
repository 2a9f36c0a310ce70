import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { adviseInstall, findBrowser, parseBrowserVersion } from '../../browser/find-browser.ts';

/** A folder of programs; each writes its text when it is run. */
async function folderOf(programs: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'auction-tiers-browser-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  for (const [name, output] of Object.entries(programs)) {
    await writeFile(join(dir, name), `#!/bin/sh\necho '${output}'\n`);
    await chmod(join(dir, name), 0o755);
  }
  return dir;
}

test.for([
  ['Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)', '156.0.8078.79'],
  ['Google Chrome 156.0.8078.79 ', '156.0.8078.79'],
  ['[1:1:ERROR] no bus\nChromium 156.0', '156.0'],
  ['Command "chromium-browser" 2.0 requires the chromium snap to be installed.', undefined],
  ['', undefined],
] as const)('%s is version %s', ([output, version]) => {
  expect(parseBrowserVersion(output)).toBe(version);
});

test.skipIf(process.platform === 'win32')(
  'a program that only says how to install a browser is passed over',
  async () => {
    const dir = await folderOf({ 'chromium-browser': 'run snap install', 'google-chrome': 'Google Chrome 156.0.1.2' });
    expect(findBrowser(dir)).toEqual({ ok: true, browser: { file: join(dir, 'google-chrome'), version: '156.0.1.2' } });
  },
);

test('without a browser the issue has the names that were looked for', async () => {
  const issue = 'There is no chromium-headless-shell, chromium, chromium-browser, google-chrome on the PATH that runs.';
  expect(findBrowser(await folderOf({}))).toEqual({ ok: false, issue });
});

test.for(['linux', 'darwin', 'win32'] as const)('on %s there is advice on how to install one', (platform) => {
  expect(adviseInstall(platform)).toMatch(/^Install .*\.$/);
});
