import { spawnSync } from 'node:child_process';
import { findOnPath } from '../redis/find-server.ts';

/** A browser of the Chromium family, to run pages in. */
export type Browser = { readonly file: string; readonly version: string };

export type FoundBrowser =
  | { readonly ok: true; readonly browser: Browser }
  | { readonly ok: false; readonly issue: string };

const names = ['chromium', 'chromium-browser', 'google-chrome'] as const;

/**
 * The first usable browser on the PATH; runs `--version` on each candidate, for some are only a hint to install one.
 *
 * @param path folders to look through, separated as the platform does it
 * @returns the browser, or in one sentence that there is none
 */
export function findBrowser(path: string = process.env['PATH'] ?? ''): FoundBrowser {
  for (const name of names) {
    const file = findOnPath(name, path);
    if (file === undefined) continue;
    const version = parseBrowserVersion(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '');
    if (version !== undefined) return { ok: true, browser: { file, version } };
  }
  return { ok: false, issue: `There is no ${names.join(', ')} on the PATH that runs.` };
}

/** The version in what `chromium --version` prints, such as `156.0.8078.79`; undefined when there is none. */
export function parseBrowserVersion(output: string): string | undefined {
  return /^(?:Chromium|Google Chrome)\b.*?(\d+(?:\.\d+)+)/m.exec(output)?.[1];
}
