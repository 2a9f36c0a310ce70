import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openInstance } from '../fixture/instance.ts';
import { startDemoData } from '../fixture/service.ts';

const asides = () => [`installation.json.${randomUUID()}`, `snapshot/objects.${randomUUID()}.new`];

test('a start removes the unfinished files of killed processes, and none that another process may be writing', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const { environment, dataDir } = data;
  const [old, young] = [[...asides(), `snapshot/credentials.${randomUUID()}.new`], asides()];
  await mkdir(join(dataDir, 'snapshot'));
  for (const name of [...old, ...young]) await writeFile(join(dataDir, name), 'unfinished');
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
  for (const name of old) await utimes(join(dataDir, name), anHourAgo, anHourAgo);
  await (await openInstance(environment)).close();
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => old.includes(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([...young, 'installation.json', 'snapshot/objects', 'credentials.json']),
  );
});
