import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** How a test starts Node with the sources as they are. */
export const nodeOptions = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];

/** Node keeps here what it makes of the sources, by their content: half of the time of a short command. */
const compileCache = fileURLToPath(new URL('../../../.cache/compile', import.meta.url));
export const nodeEnvironment = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache };

/** Runs the command line as a person would, in a folder, and gives what it printed and how it ended. */
export async function runSimulator(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...nodeOptions, main, ...args], {
    cwd: folder,
    env: { ...nodeEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, exitCode };
}
