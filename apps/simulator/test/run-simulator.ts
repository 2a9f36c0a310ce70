import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs the command line as a person would, in a folder, and gives what it printed and how it ended. */
export async function runSimulator(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const options = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', main, ...args];
  const child = spawn(process.execPath, options, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, exitCode };
}
