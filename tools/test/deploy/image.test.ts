import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTemporaryRedis } from '../../redis/index.ts';
import { readPackages, repository, scope } from '../../workspace/package.ts';
import { run } from '../fixture/process.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');

/** The files that `docker build` would copy: Dockerfile.dockerignore excludes all but what it names. */
function listImageFiles(): readonly string[] {
  const lines = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines[0]).toBe('**');
  expect(lines.slice(1).every((line) => line.startsWith('!'))).toBe(true);
  const kept = lines.slice(1).map((line) => line.slice(1));
  const known = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return known.stdout
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(repository, file)))
    .filter((file) => kept.some((pattern) => matchesGlob(file, pattern)));
}

/** The folder of the image. Packages are those that are installed here; those of the repository are the copies. */
async function assemble(folder: string): Promise<void> {
  for (const file of listImageFiles()) await cp(join(repository, file), join(folder, file));
  const installed = join(repository, 'node_modules');
  const link = async (name: string, target: string) => {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(target, join(folder, 'node_modules', name));
  };
  const own = scope.replace('/', '');
  for (const name of readdirSync(installed)) {
    if (name !== own && !name.startsWith('.')) await link(name, join(installed, name));
  }
  for (const { manifest, folder: place } of readPackages()) await link(manifest.name ?? '', join(folder, place));
}

test('the service of the image starts and answers from the files that the image has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-image-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await assemble(join(folder, 'app'));
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());

  const dockerfile = read('deploy/Dockerfile');
  const build = /^RUN node (.* tools\/start\/build-page\.ts)$/m.exec(dockerfile)?.[1] ?? 'no build';
  const built = spawnSync(process.execPath, build.split(' '), { cwd: join(folder, 'app'), encoding: 'utf8' });
  expect(built.stderr).toContain('The page was built');
  const [command] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const env = { PATH: process.env['PATH'], REDIS_URL: redis.url, PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: '0' };
  const service = run(join(folder, 'app', command ?? ''), [], env);
  onTestFinished(async () => {
    service.child.kill('SIGKILL');
    await service.exitCode;
  });
  const [, url = ''] = await service.said(/ready (http:\S+)/);
  for (const path of ['/healthz', '/readyz/auctions', '/docs', '/openapi.json', '/app/']) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  }

  const [, metricsUrl = ''] = await service.said(/Metrics for Prometheus are at (http:\S+)/);
  expect((await fetch(metricsUrl)).status).toBe(200);

  const [, source = ''] = /"--eval", "(.*)"\]$/m.exec(dockerfile) ?? [];
  const { port } = new URL(url);
  const isHealthy = (at: string) =>
    spawnSync(process.execPath, ['--eval', source], { env: { ...env, PORT: at } }).status === 0;
  expect(isHealthy(port)).toBe(true);
  // The command of the image, which takes the settings of the container.
  const auctionTiers = (...args: string[]) =>
    spawnSync(join(folder, 'app/deploy/auction-tiers'), args, { env, encoding: 'utf8' });
  expect(auctionTiers('admin', 'inspect')).toMatchObject({ status: 0, stderr: '' });
  expect(auctionTiers('simulate', '--help')).toMatchObject({ status: 0, stderr: '' });
  const wrong = auctionTiers('start');
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('serve, admin, simulate')]);
  service.child.kill('SIGINT');
  expect(await service.exitCode).toBe(0);
  expect(isHealthy(port)).toBe(false);
});
