import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage, mayInstallPackages } from '../../system/package.ts';
import type { Variables } from './child.ts';

const packageName = 'libfaketime';

/** The library that gives a process another clock; null: there is none here. */
function findLibrary(): string | null {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null;
}

/** Why clocks cannot be set here; null: they can. Installs the library where packages may be installed. */
export function clockObstacle(): string | null {
  if (findLibrary() !== null) return null;
  if (!mayInstallPackages()) return `${packageName} is not installed (Debian: apt-get install ${packageName})`;
  const failure = installPackage(packageName);
  return (
    failure ??
    (findLibrary() === null ? `${packageName} is installed, and its library is not where it should be` : null)
  );
}

/** The clock of one process and those that it starts: the system's, with an offset that can change while they run. */
export class Clock {
  readonly #file: string;

  constructor(folder: string, name: string) {
    this.#file = join(folder, `${name}.clock`);
    if (!existsSync(this.#file)) this.set(0);
  }

  /** The wall clock only: timers go on. */
  get environment(): Variables {
    const library = findLibrary();
    if (library === null) throw new Error(`${packageName} is not installed`);
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets the clock this many seconds off the system's. */
  set(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  }
}
