import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../../redis/ask.ts';
import { startRedis } from '../../redis/index.ts';
import { run } from '../fixture/process.ts';

const program = join(import.meta.dirname, '../fixture/start.ts');
/** The user that Linux keeps for programs without rights. */
const nobody = 65_534;
const asNobody = { SUDO_UID: String(nobody), SUDO_GID: String(nobody) };

const mayRead = (file: string) =>
  spawnSync(process.execPath, ['-e', 'require("node:fs").openSync(process.argv[1])', file], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
  }).status === 0;

/** The real and the effective user of a process. */
async function userOf(pid: number): Promise<readonly number[]> {
  const ids = /^Uid:\t(\d+)\t(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return ids.slice(1).map(Number);
}

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('as root', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'auction-tiers-root-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** The small service and a Redis, as `npm start` runs them. Gives the user of each, and what was said. */
  async function start(env: Readonly<Record<string, string>>) {
    const started = run(program, [], { ...process.env, REDIS_URL: '', DATA_DIR: dir, ...env });
    onTestFinished(() => end());
    const end = async () => {
      started.child.kill('SIGINT');
      await started.exitCode;
    };
    const url = (await started.said(/ready (http:\S+)/))[1] ?? '';
    const { pid } = (await (await fetch(url)).json()) as { pid: number };
    const socket = join(dir, 'redis', 'redis.sock');
    const tell = (command: string) => ask({ socket }, command, AbortSignal.timeout(10_000));
    const redisPid = /process_id:(\d+)/.exec((await tell('INFO server')) ?? '')?.[1];
    return { users: [await userOf(pid), await userOf(Number(redisPid))], output: started.output(), tell, end };
  }

  test('without sudo it goes on as root, and says so in a line', async () => {
    const { users, output } = await start({ SUDO_UID: '', SUDO_GID: '' });
    expect(users.flat()).toEqual([0, 0, 0, 0]);
    expect(output.match(/^Running as root\..*$/gm)).toHaveLength(1);
  });

  test.runIf(mayRead(program))('with sudo it goes on as its caller, whose what root stored becomes', async () => {
    const before = await startRedis({ dir: join(dir, 'redis') });
    await ask(before, 'SET tier 1110', AbortSignal.timeout(10_000));
    await before.stop();
    await writeFile(join(dir, 'credentials.json'), '[]', { mode: 0o600 });

    const { users, output, tell, end } = await start(asNobody);
    expect(users.flat()).toEqual([nobody, nobody, nobody, nobody]);
    expect(output).toMatch(/^Running as user 65534/m);
    expect(await tell('GET tier')).toContain('1110');
    for (const name of ['.', 'credentials.json', 'redis', 'redis/redis.conf', 'redis/appendonlydir']) {
      expect(await stat(join(dir, name)), name).toMatchObject({ uid: nobody, gid: nobody });
    }
    await end();

    const again = await start({ SUDO_UID: '', SUDO_GID: '' });
    expect(await again.tell('GET tier')).toContain('1110');
  });

  test('nothing else in the data folder changes hands, and the line says why root stays', async () => {
    await mkdir(join(dir, 'backups of the machine'));
    const { users, output } = await start(asNobody);
    expect(users.flat()).toEqual([0, 0, 0, 0]);
    expect(output).toMatch(/^Running as root, and not as user 65534.*backups of the machine/m);
    expect((await stat(dir)).uid).toBe(0);
  });

  test('a port that only root may have keeps root', async () => {
    const { users, output } = await start({ ...asNobody, PORT: '80' });
    expect(users.flat()).toEqual([0, 0, 0, 0]);
    expect(output).toMatch(/^Running as root, and not as user 65534.*port 80/m);
  });
});
