import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { hashSources, pageFolder } from './sources.ts';

/** A build takes some seconds; a hanging one must not keep the service from starting. */
const limitMs = 120_000;
/** Lines of the output of a failed build that are shown. */
const shownLines = 12;
/** The file in a build's folder that identifies its sources. */
const stampName = '.built';
/** How often the replacement is tried while another build replaces the folder at the same time. */
const placings = 5;

export type PageOptions = {
  /** The repository. */
  readonly root: string;
  readonly log: (line: string) => void;
  /** Aborts a running build. */
  readonly signal?: AbortSignal;
};

/** `failed`: the previously built page, if any, is unchanged. */
export type PageResult =
  | { readonly status: 'unchanged' | 'built' }
  | { readonly status: 'failed'; readonly why: string };

/**
 * Builds the page into `apps/dashboard/dist` if its sources have changed since the last build. The folder is replaced
 * once the build is complete. Does not throw, because the service can run without the page.
 */
export async function ensurePage(options: PageOptions): Promise<PageResult> {
  try {
    return { status: (await buildChanged(options)) ? 'built' : 'unchanged' };
  } catch (error) {
    return { status: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Makes the next `ensurePage` build, whether or not sources have changed. */
export const forgetPage = (root: string): Promise<void> =>
  rm(join(root, pageFolder, 'dist', stampName), { force: true });

async function buildChanged({ root, log, signal }: PageOptions): Promise<boolean> {
  const page = join(root, pageFolder);
  const dist = join(page, 'dist');
  const sources = hashSources(root);
  const stamp = join(dist, stampName);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false;

  log('Building the page (only when its sources have changed) ...');
  const cache = join(page, '.cache');
  await mkdir(cache, { recursive: true });
  // On the same disk as the target, so that it can be moved there.
  const folder = await mkdtemp(join(cache, 'build-'));
  try {
    const next = join(folder, 'next');
    await build(root, next, signal);
    await writeFile(join(next, stampName), sources);
    await place(next, dist, join(folder, 'before'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}

/** Runs the build in a separate process; rejects with its output if it fails. */
async function build(root: string, outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const program = join(import.meta.dirname, 'build.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, root, outDir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    ...(signal === undefined ? {} : { signal }),
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, by] = (await once(child, 'exit')) as [number | null, string | null];
  if (code === 0) return;
  const [usual, errors] = await said;
  const output = stripVTControlCharacters(errors.trim() || usual.trim())
    .split('\n')
    .slice(0, shownLines)
    .join('\n');
  throw new Error(`the build ended with ${code === null ? by : `exit code ${code}`}:\n${output}`);
}

/** Replaces a folder by another. Programs that start together may build it at the same time. */
async function place(next: string, dist: string, before: string): Promise<void> {
  for (let left = placings; ; left--) {
    try {
      if (existsSync(dist)) await rename(dist, `${before}-${left}`);
      await rename(next, dist);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another program has moved the folder, or put its own there, meanwhile.
      if (left === 0 || !(code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'EEXIST')) throw error;
    }
  }
}
