import { installPackage, mayInstallPackages } from './apt-package.ts';
import type { FoundBrowser } from './find-browser.ts';
import { findBrowser } from './find-browser.ts';

/**
 * A browser to run pages in: the one on the PATH, else Debian's chromium, installed now, which only happens on Debian and
 * its relatives, as root.
 *
 * @param log told in one line before anything is installed
 * @returns the browser, or a few sentences that say what to do about there being none
 */
export function ensureBrowser(log: (line: string) => void): FoundBrowser {
  const found = findBrowser();
  if (found.ok) return found;
  const advice = adviseInstall(process.platform);
  if (!mayInstallPackages()) return { ok: false, issue: `${found.issue} ${advice}` };

  log(`${found.issue} Installing Debian's chromium with apt-get ...`);
  const failure = installPackage('chromium');
  if (failure !== undefined) return { ok: false, issue: `${found.issue} ${failure} ${advice}` };
  const installed = findBrowser();
  return installed.ok ? installed : { ok: false, issue: `${installed.issue} ${advice}` };
}

/** What a person does, on this platform, to have the tests run pages in a browser. */
export function adviseInstall(platform: NodeJS.Platform): string {
  const install: Partial<Record<NodeJS.Platform, string>> = {
    linux: 'Install one (Debian: sudo apt-get install chromium; Fedora: sudo dnf install chromium).',
    darwin: 'Install one (brew install chromium) or put a link named google-chrome to one on the PATH.',
  };
  return install[platform] ?? 'Install Chromium or Google Chrome and put it on the PATH.';
}

/**
 * For tests that can do without: installs a browser where it may, and where there is none says what will be left out.
 *
 * @returns nothing: a machine without a browser may still land a change
 */
export function offerBrowser(log: (line: string) => void): undefined {
  const found = ensureBrowser(log);
  if (!found.ok) log(`Tests in a browser will be skipped. ${found.issue}`);
}
