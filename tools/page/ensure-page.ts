import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { hashSources, pageFolder } from './sources.ts';

/** A build takes some seconds; one that hangs must not keep the service from starting. */
const limitMs = 120_000;
/** Lines of the output of a failed build that are shown. */
const shownLines = 12;
/** Names the sources of a build, in its folder. */
const stampName = '.built';
/** How often two builds that end together may take the place from each other. */
const placings = 5;

export type PageOptions = {
  /** The repository. */
  readonly root: string;
  readonly log: (line: string) => void;
  /** Ends a build that is under way. */
  readonly signal?: AbortSignal;
};

/** `failed`: the page of the build before, if there is one, is still there. */
export type PageResult =
  | { readonly status: 'unchanged' | 'built' }
  | { readonly status: 'failed'; readonly why: string };

/**
 * Builds the page into `apps/dashboard/dist` where its sources are not those of the last build. The folder is replaced once
 * the build is whole. Does not throw: the service goes on without the page.
 */
export async function ensurePage(options: PageOptions): Promise<PageResult> {
  try {
    return { status: (await buildChanged(options)) ? 'built' : 'unchanged' };
  } catch (error) {
    return { status: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Lets the next `ensurePage` build, whether sources have changed or not. */
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
  // On the disk of its place, so that it can be moved there.
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

/** Runs the build in a process of its own; rejects with what it said where it failed. */
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

/** Puts a folder into the place of another. Programs that start together may build it at the same time. */
async function place(next: string, dist: string, before: string): Promise<void> {
  for (let left = placings; ; left--) {
    try {
      if (existsSync(dist)) await rename(dist, `${before}-${left}`);
      await rename(next, dist);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another program has moved the folder away, or put its own there, since it was looked at.
      if (left === 0 || !(code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'EEXIST')) throw error;
    }
  }
}
