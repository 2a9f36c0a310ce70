import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WrongAnswer } from '../suite/suite.ts';

export interface Usage {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly mostBytes: number;
}

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@auction-tiers/source',
  '--import',
  new URL('./tell-usage.ts', import.meta.url).href,
];

/** Runs a program in a process of its own. Gives its output and its usage; throws when it ends with another exit code. */
export async function runMeasured(
  program: URL,
  args: readonly string[],
  exitCodes: readonly number[] = [0],
): Promise<{ readonly stdout: string; readonly usage: Usage }> {
  const startMs = performance.now();
  // With the memory that its users give it, not with that of the benchmark.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', reject);
  });
  const [stdout, stderr, used, exitCode] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    ended,
  ]);
  const seconds = (performance.now() - startMs) / 1000;
  if (exitCode === null || !exitCodes.includes(exitCode))
    throw new WrongAnswer(`${args.join(' ')} ended with ${exitCode}: ${stderr.trim()}`);
  const usage: Omit<Usage, 'seconds'> = JSON.parse(used);
  return { stdout, usage: { seconds, ...usage } };
}
