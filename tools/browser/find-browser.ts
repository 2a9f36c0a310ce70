import { spawnSync } from 'node:child_process';
import { findOnPath, installPackage, mayInstallPackages } from '../system/package.ts';

/** A browser of the Chromium family, to run pages in. */
export type Browser = { readonly file: string; readonly version: string };

export type FoundBrowser =
  | { readonly ok: true; readonly browser: Browser }
  | { readonly ok: false; readonly issue: string };

/** First the one without a window: tests of the page took 15 % less processor time with it (Chromium 156). */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'] as const;
/** Debian's packages; older releases have only the last one. */
const packages = ['chromium-headless-shell', 'chromium'] as const;

/**
 * The first usable browser on the PATH. Runs `--version` on each candidate, because some only print how to install one.
 *
 * @param path folders to look through, separated as the platform does it
 * @returns the browser, or a sentence that says that there is none
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

/**
 * Returns a browser to run pages in: the one on the PATH; else a Debian package, installed now if this process may.
 *
 * @param log gets one line before an installation
 * @returns the browser, or how a user can install one
 */
export function ensureBrowser(log: (line: string) => void): FoundBrowser {
  const found = findBrowser();
  if (found.ok) return found;
  const advice = adviseInstall(process.platform);
  if (!mayInstallPackages()) return { ok: false, issue: `${found.issue} ${advice}` };

  let failure: string | undefined;
  for (const name of packages) {
    log(`${found.issue} Installing Debian's ${name} with apt-get ...`);
    failure = installPackage(name);
    if (failure === undefined) break;
  }
  const installed = findBrowser();
  if (installed.ok) return installed;
  return { ok: false, issue: [installed.issue, failure, advice].filter((one) => one !== undefined).join(' ') };
}

/** How a user can install a browser on this platform. */
export function adviseInstall(platform: NodeJS.Platform): string {
  const install: Partial<Record<NodeJS.Platform, string>> = {
    linux: 'Install one (Debian: sudo apt-get install chromium; Fedora: sudo dnf install chromium).',
    darwin: 'Install one (brew install chromium) or put a link named google-chrome to one on the PATH.',
  };
  return install[platform] ?? 'Install Chromium or Google Chrome and put it on the PATH.';
}

/**
 * For tests that are skipped without a browser: installs one if this process may, and logs if there is none.
 *
 * @returns undefined, because a change may be committed on a machine without a browser
 */
export function offerBrowser(log: (line: string) => void): undefined {
  const found = ensureBrowser(log);
  if (!found.ok) log(`Tests in a browser will be skipped. ${found.issue}`);
}
