import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { forbidSleep, toIdleCommand } from '../../system/awake.ts';

/** The place of the policy in `/proc/PID/stat`, behind the name, and its number for SCHED_IDLE: proc(5). */
const [policyColumn, idlePolicy] = [38, '5'];
const parent = `
  const { keepBusy } = await import(${JSON.stringify(join(import.meta.dirname, '../../system/awake.ts'))});
  const letSleep = await keepBusy();
  process.on('message', async () => {
    await letSleep();
    process.send('asleep');
    process.disconnect();
  });
  process.send('awake');
`;

interface Kept {
  readonly pid: number;
  readonly policy: string;
}

function childrenOf(parentPid: number): Kept[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const columns = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return Number(columns[1]) === parentPid ? [{ pid: Number(name), policy: columns[policyColumn]! }] : [];
    } catch (error) {
      // It has ended meanwhile.
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw error;
  }
};

async function startParent() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', parent], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

describe.runIf(process.platform === 'linux')('each processor has work that gives way to all other', () => {
  const idle = Array.from({ length: availableParallelism() }, () => idlePolicy);

  test('until it is no longer needed', async () => {
    const child = await startParent();
    expect(childrenOf(child.pid!).map(({ policy }) => policy)).toEqual(idle);
    child.send('enough', () => {});
    await once(child, 'message');
    expect(childrenOf(child.pid!)).toEqual([]);
    await once(child, 'exit');
  });

  test('until the program is killed that needed it', async () => {
    const child = await startParent();
    const kept = childrenOf(child.pid!);
    expect(kept).toHaveLength(idle.length);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(kept.filter(({ pid }) => !isGone(pid))).toEqual([]), { timeout: 20_000 });
  });
});

const latencyFile = '/dev/cpu_dma_latency';
/** How often this process has the file open. */
const heldCount = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === latencyFile;
    } catch (error) {
      // The folder was read by this one, which is closed since.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }).length;

test('Linux is asked to let processors wait until it is no longer needed', async ({ skip }) => {
  const letSleep = forbidSleep();
  if (letSleep === undefined) skip('this system does not let its user ask for it');
  expect(heldCount()).toBe(1);
  // Of all programs together, microseconds.
  expect(readFileSync(latencyFile).readInt32LE()).toBe(0);
  await letSleep?.();
  expect(heldCount()).toBe(0);
});

test.runIf(process.platform === 'linux')('a program is run with all its threads at the lowest policy', async () => {
  const command = toIdleCommand([process.execPath, '--eval', 'setInterval(() => {}, 1000); process.send("begun")']);
  expect(command).toBeDefined();
  const [file = '', ...args] = command ?? [];
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const threads = readdirSync(`/proc/${child.pid}/task`);
  expect(threads.length).toBeGreaterThan(1);
  const policies = threads.map(
    (thread) =>
      readFileSync(`/proc/${child.pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[policyColumn],
  );
  expect(new Set(policies)).toEqual(new Set([idlePolicy]));
});
