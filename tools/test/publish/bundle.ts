import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

export type Bundle = {
  /** An ES module for browsers, minified. */
  readonly code: string;
  /** After gzip. */
  readonly compressedBytes: number;
  /** The files in it, from the folder. */
  readonly files: readonly string[];
};

/**
 * Bundles a program with the packages that it imports, as for a web page.
 *
 * @param folder where those packages are installed
 * @param constants expressions such as `process.env.API_KEY`, with what stands for them
 */
export function bundle(program: string, folder: string, constants: Readonly<Record<string, string>> = {}): Bundle {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: program, resolveDir: folder, loader: 'ts' },
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: Object.fromEntries(Object.entries(constants).map(([name, text]) => [name, JSON.stringify(text)])),
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const code = outputFiles.map(({ text }) => text).join('');
  const files = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  return {
    code,
    compressedBytes: gzipSync(code, { level: 9 }).length,
    files: files.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file),
  };
}
