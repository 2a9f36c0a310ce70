// Builds the page of a repository into a folder: node tools/page/build.ts REPOSITORY FOLDER. A separate process, so
// that the program that starts the service does not load a bundler.

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pageFolder } from './sources.ts';

/** Files that are not compressed: they fit into a packet or two, or are compressed already. */
const leastBytes = 1024;
const compressible = /\.(?:html|js|css|json|map|svg|txt|wasm)$/;

/** The used part of Vite, which is a dependency of the page's package. */
interface Vite {
  readonly build: (options: {
    readonly configFile: string;
    readonly configLoader: 'native';
    readonly logLevel: 'warn';
    readonly build: { readonly outDir: string; readonly emptyOutDir: true; readonly chunkSizeWarningLimit: number };
  }) => Promise<unknown>;
}

const [root = '.', outDir = ''] = process.argv.slice(2);
const folder = join(root, pageFolder);
const library = createRequire(join(folder, 'package.json')).resolve('vite');
const { build } = (await import(pathToFileURL(library).href)) as Vite;
try {
  await build({
    configFile: join(folder, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    // A test of the page limits the compressed size of the first load.
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
  await compressAll(outDir);
} catch (error) {
  // The message has the problem with its file and line.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Writes a brotli and a gzip copy of each file that a browser loads. */
async function compressAll(written: string): Promise<void> {
  const names = (await readdir(written, { recursive: true })).filter((name) => compressible.test(name));
  await Promise.all(names.map((name) => compress(join(written, name))));
}

async function compress(file: string): Promise<void> {
  if ((await stat(file)).size < leastBytes) return;
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
