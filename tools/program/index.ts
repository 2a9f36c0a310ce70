import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import writeFileAtomic from 'write-file-atomic';
import { repository } from '../workspace/package.ts';

/** Sources find files relative to their own location. In a bundle they continue to use their original location. */
const placed: Plugin = {
  name: 'placed',
  setup(made) {
    made.onLoad({ filter: new RegExp(`^${repository}/(?:apps|libs|tools)/.*\\.ts$`) }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

/**
 * Bundles a program of this repository with all its imports into one file, for tests that start it repeatedly: starting
 * from the sources spends most of the time on finding 1,300 modules.
 *
 * @param entry the program's source, an absolute path
 * @returns the file
 */
export async function programInOneFile(entry: string): Promise<string> {
  const file = join(repository, '.cache/programs', relative(repository, entry).replace(/\W+/g, '-').concat('.mjs'));
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['@auction-tiers/source'],
    // These packages load compiled code from their own folders.
    external: ['argon2', '@duckdb/*', '@resvg/*'],
    plugins: [placed],
    // CommonJS packages need `require` and `__filename`.
    banner: {
      js: 'import { createRequire as of } from "node:module"; const require = of(import.meta.url), __filename = import.meta.filename;',
    },
    logLevel: 'error',
  });
  const [made] = outputFiles;
  if (made === undefined) throw new Error(`esbuild made no file of ${entry}`);
  await mkdir(dirname(file), { recursive: true });
  // Other test processes write the same file: none of them may read a partial one.
  await writeFileAtomic(file, Buffer.from(made.contents), { fsync: false });
  return file;
}
