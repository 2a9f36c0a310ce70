import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPackages, repository, scope } from '../../workspace/package.ts';

/** The result of one target of one project. `skipped`: a target that it depends on failed. */
export type TaskResult = {
  readonly project: string;
  readonly target: string;
  readonly status: 'passed' | 'failed' | 'skipped';
};

const cache = join(repository, '.nx/cache');
const runFile = join(cache, 'run.json');

/**
 * Runs the targets of the projects that have them, from Nx's cache where nothing has changed. The output of failed targets
 * goes to the terminal.
 *
 * @param projects names without the scope
 * @returns a result for each target that one of the projects has
 */
export async function runNx(targets: readonly string[], projects: readonly string[]): Promise<TaskResult[]> {
  rmSync(runFile, { force: true });
  const only = projects.map((project) => scope + project).join(',');
  const flags = ['--targets', targets.join(','), '--projects', only, '--outputStyle', 'static-failures-only'];
  const child = spawn(process.execPath, [join(repository, 'node_modules/nx/dist/bin/nx.js'), 'run-many', ...flags], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_NO_CLOUD: 'true',
      NX_TUI: 'false',
      NX_CACHE_DIRECTORY: cache,
      // The compiler and the linter are Go programs: collecting garbage less often took a quarter off their processor time.
      GOGC: process.env['GOGC'] ?? '400',
      // So does Node with more room for new objects: a tenth off.
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=32`,
    },
  });
  await once(child, 'exit');
  const ran = readRun();
  const statusOf = (project: string, target: string): TaskResult['status'] => {
    // Without a file Nx itself failed, and has printed why.
    if (ran === undefined) return 'failed';
    const task = ran.tasks.find(({ projectName, target: name }) => projectName === scope + project && name === target);
    if (task === undefined) return 'skipped';
    return task.status === 0 ? 'passed' : 'failed';
  };
  return readPackages()
    .filter(({ name }) => projects.includes(name))
    .flatMap(({ name, manifest }) =>
      targets
        .filter((target) => manifest.scripts?.[target] !== undefined)
        .map((target) => ({ project: name, target, status: statusOf(name, target) })),
    );
}

/** Nx writes the result of each task to this file, except for tasks that it skipped because another one failed. */
function readRun(): { tasks: { projectName: string; target: string; status?: number }[] } | undefined {
  try {
    return JSON.parse(readFileSync(runFile, 'utf8')) as ReturnType<typeof readRun>;
  } catch {
    return undefined;
  }
}
