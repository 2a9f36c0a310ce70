// Builds the page of a repository into a folder: node tools/page/build.ts REPOSITORY FOLDER. A process of its own, so that
// the program that starts the service does not load a bundler.

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pageFolder } from './sources.ts';

/** What is left uncompressed: it fits into a packet or two, or is compressed already. */
const leastBytes = 1024;
const compressible = /\.(?:html|js|css|json|map|svg|txt|wasm)$/;

/** What is used of the library, which the package of the page depends on. */
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
    // A test of the page bounds what the first load takes, compressed.
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
  await compressAll(outDir);
} catch (error) {
  // What is wrong with a source stands in the message, with its file and line.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Writes each file that a browser loads a second and a third time, as brotli and gzip. */
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
