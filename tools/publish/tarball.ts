import { readFile } from 'node:fs/promises';
import type { Package } from '@arethetypeswrong/core';
import { createPackageFromTarballData } from '@arethetypeswrong/core';

/** A packed library, read into memory. */
export type Tarball = {
  readonly data: Uint8Array<ArrayBuffer>;
  /** As are-the-types-wrong takes it. */
  readonly package: Package;
  /** Paths from the package's folder, such as `dist/index.js`. */
  readonly files: readonly string[];
  /** @param path one of `files` */
  readonly read: (path: string) => string;
};

export async function openTarball(file: string): Promise<Tarball> {
  const data = new Uint8Array(await readFile(file));
  const opened = createPackageFromTarballData(data);
  const root = `/node_modules/${opened.packageName}/`;
  return {
    data,
    package: opened,
    files: opened.listFiles(root).map((path) => path.slice(root.length)),
    read: (path) => opened.readFile(root + path),
  };
}
