import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Logger } from 'pino';
import { FixedAnswer } from '../rest/fixed-answer.ts';

/** The header content-security-policy of the page: its files, this service, and the inline styles of its UI library. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Types of the files that a build makes; any other file is only offered for download. */
const types: Readonly<Partial<Record<string, string>>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
/** Content codings that a build writes beside each file, the smallest first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const indexFile = 'index.html';
/** The folder of files that the build names by their content. */
const hashed = 'assets/';

type Files = ReadonlyMap<string, FixedAnswer>;

/**
 * The files of the built page, in memory: whatever its path, a request reaches only files that were read. They are read
 * again when a build has replaced them; the previous build's scripts stay, for pages that are open.
 */
export class PageFiles {
  readonly #folder: string;
  readonly #log: Logger;
  #files: Files = new Map();
  /** Tells one build from another. */
  #build = '';
  #reading: Promise<void> | undefined;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Whether the page was built at the last refresh. */
  get isBuilt(): boolean {
    return this.#files.has(indexFile);
  }

  /** The page itself; undefined where it was not built. */
  async index(): Promise<FixedAnswer | undefined> {
    await this.refresh();
    return this.#files.get(indexFile);
  }

  /** A file by its path from the folder of the page, such as `assets/index-1a2b3c4d.js`. */
  async find(path: string): Promise<FixedAnswer | undefined> {
    const known = path === indexFile ? undefined : this.#files.get(path);
    if (known !== undefined) return known;
    await this.refresh();
    return this.#files.get(path);
  }

  /** Reads the files again where the build has changed; one read at a time. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#readChanged().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #readChanged(): Promise<void> {
    try {
      const { mtimeMs, ino } = await stat(join(this.#folder, indexFile));
      const build = `${mtimeMs} ${ino}`;
      if (build === this.#build) return;
      const files = await readFiles(this.#folder);
      const before = [...this.#files].filter(([path]) => path.startsWith(hashed));
      this.#files = new Map([...before, ...files]);
      this.#build = build;
    } catch (error) {
      // A page that was read is still served after its folder is removed.
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing) this.#log.error({ error, folder: this.#folder }, 'the files of the page could not be read');
    }
  }
}

/**
 * The regular files in a folder and its subfolders, without links, which could lead anywhere and which `readdir` with
 * `recursive` follows. A name that begins with a dot is a note of the build, and skipped.
 */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

async function readFiles(folder: string): Promise<Files> {
  const paths = await listFiles(folder);
  const present = new Set(paths);
  const own = paths.filter((path) => !codings.some(([, ending]) => path.endsWith(ending)));
  const read = own.map(async (path): Promise<[string, FixedAnswer]> => {
    const name = relative(folder, path).replaceAll(sep, '/');
    const beside = codings.filter(([, ending]) => present.has(path + ending));
    const coded = await Promise.all(
      beside.map(async ([coding, ending]): Promise<[string, Buffer]> => [coding, await readFile(path + ending)]),
    );
    const bytes = await readFile(path);
    const answer = new FixedAnswer({
      content: async () => bytes,
      coded: beside.length === 0 ? undefined : new Map(coded),
      type: types[extname(path)] ?? 'application/octet-stream',
      caching: name.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache',
      headers: { 'content-security-policy': policy },
    });
    return [name, answer];
  });
  return new Map(await Promise.all(read));
}
