import { randomUUID } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openInstance } from '../fixture/instance.ts';
import { startDemoData } from '../fixture/service.ts';

const aside = () => `installation.json.${randomUUID()}`;

test('a start removes the unfinished files of killed processes, and none that another process may be writing', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const { environment, dataDir } = data;
  const [old, young] = [[aside(), aside()], [aside()]];
  for (const name of [...old, ...young]) await writeFile(join(dataDir, name), 'unfinished');
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
  for (const name of old) await utimes(join(dataDir, name), anHourAgo, anHourAgo);
  await (await openInstance(environment)).close();
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => old.includes(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining([...young, 'installation.json', 'credentials.json']));
});
