import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

/** The place of the policy in `/proc/PID/stat`, behind the name, and its number for SCHED_IDLE: proc(5). */
const [policyColumn, idlePolicy] = [38, '5'];
const parent = `
  const { keepAwake } = await import(${JSON.stringify(join(import.meta.dirname, '../../system/awake.ts'))});
  const letSleep = await keepAwake();
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
