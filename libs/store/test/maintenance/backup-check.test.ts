import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { openRedisStore } from '@auction-tiers/store';
import { checkBackup } from '@auction-tiers/store/maintenance';
import { describe, expect, test } from 'vitest';
import { backup, contentOf, dump, fill, restore, startDatabase, temporaryFolder } from './database.ts';

/** Edits the text of a backup, and writes it as a whole file. */
async function edited(edit: (lines: string[]) => string[]): Promise<string> {
  const server = await startDatabase();
  await fill(server.url);
  const file = await backup(server.url);
  const lines = zstdDecompressSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(0, -1);
  const text = edit(lines)
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const end = JSON.stringify({ kind: 'end', lines: text.split('\n').length - 1, sha256 });
  await writeFile(file, zstdCompressSync(Buffer.from(`${text}${end}\n`)));
  return file;
}
const inLine = (pattern: RegExp, from: string | RegExp, to: string) => (lines: string[]) => {
  const at = lines.findIndex((line) => pattern.test(line));
  if (at === -1) throw new Error(`no line has ${pattern}`);
  return lines.map((line, index) => (index === at ? line.replace(from, to) : line));
};
const report = /"kind":"report","key":"at:\{p1\}:member:1:.*T08:00/;
const tier = /"kind":"object","service":"ym-auction-tier"/;

describe('a file that cannot be restored is refused before anything is written', () => {
  test('as it is, it is taken', async () => {
    expect(await checkBackup(await edited((lines) => lines))).toMatchObject({ objects: 13 });
  });

  test.for<readonly [title: string, edit: (lines: string[]) => string[], names: RegExp]>([
    ['another format', inLine(/"kind":"header"/, '"format":1', '"format":2'), /format 2/],
    ['another layout', inLine(/"kind":"header"/, '"layout":"1"', '"layout":"2"'), /layout 2/],
    ['an unknown service', inLine(tier, '"ym-auction-tier"', '"colour"'), /colour/],
    [
      'an object that cannot be read',
      inLine(tier, '"name":', '"priority":"x","name":'),
      /ym-auction-tier:\d+ .*priority/,
    ],
    ['a reference to nothing', inLine(tier, /"ym_profile_id":"\d+"/, '"ym_profile_id":"99"'), /ym-profile:99/],
    ['a code that two have', inLine(tier, '"code":"c 0"', '"code":"c 1"'), /code/],
    ['an object of another partition', inLine(tier, /"member_id":\d+/, '"member_id":3'), /member 3/],
    ['a revision that is not reached', inLine(tier, /"_revision":"\d+"/, '"_revision":"999"'), /999/],
    ['an object twice', (lines) => lines.flatMap((line) => (tier.test(line) ? [line, line] : [line])), /twice/],
    ['an object less', (lines) => lines.filter((line) => !line.includes('"T 0"') || !tier.test(line)), /says/],
    ['a change less', (lines) => lines.filter((line) => !/"kind":"change","revision":2,/.test(line)), /change 3/],
    [
      'the last change less',
      inLine(/"kind":"partition","partition":2,"revision":4/, '"revision":4', '"revision":5'),
      /end at 4/,
    ],
    ['a user without a password', inLine(/"service":"user"/, '"_password_hash"', '"_x"'), /user:1 .*secret/],
    [
      'a partition less',
      (lines) => lines.filter((line) => !line.includes('"kind":"partition","partition":9,')),
      /partition 10/,
    ],
    ['a line of another kind', (lines) => [...lines, '{"kind":"colour"}'], /line \d+/],
    ['counts of another partition', inLine(report, 'at:{p1}', 'at:{p3}'), /at:\{p3\}:member:1:report/],
    ['counts under another key', inLine(report, 'T08:00', ''), /twice/],
    ['counts that are cut short', inLine(report, /"counts":".{4}/, '"counts":"'), /no record begins at byte 0/],
    ['counts that are no base64', inLine(report, '"counts":"', '"counts":"?'), /counts/],
    ['no JSON', (lines) => [...lines, 'x'], /no JSON/],
  ])('%s', async ([, edit, names]) => {
    await expect(edited(edit).then((file) => checkBackup(file))).rejects.toThrow(names);
  });

  test('cut short, changed, or something else', async () => {
    const server = await startDatabase();
    await fill(server.url);
    const file = await backup(server.url);
    const bytes = await readFile(file);
    const other = join(temporaryFolder(), 'other.zst');
    for (const length of [0, 1, 10, bytes.length >> 1, bytes.length - 1]) {
      await writeFile(other, bytes.subarray(0, length));
      await expect(checkBackup(other), `${length} bytes`).rejects.toThrow(/damaged|cut short/);
    }
    const content = await contentOf(file);
    let refused = 0;
    for (let at = 0; at < bytes.length; at += 29) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      await writeFile(other, changed);
      // A bit of the compression that changes nothing of the content is harmless.
      const found = await contentOf(other).catch((error: unknown) => String(error));
      if (typeof found === 'string') {
        refused += 1;
        expect(found, `byte ${at}`).toMatch(/damaged|cut short/);
        await expect(checkBackup(other)).rejects.toThrow(other);
      } else expect(found, `byte ${at}`).toEqual(content);
    }
    expect(refused).toBeGreaterThan(20);
    await expect(checkBackup(join(temporaryFolder(), 'none'))).rejects.toThrow(/no such file/);
  });

  test('a database with another number of partitions', async () => {
    const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
    await fill(from.url);
    await (await openRedisStore({ url: to.url, log: { warn: () => undefined }, partitions: 4 })).close();
    const before = await dump(to.url);
    await expect(backup(from.url).then((file) => restore(to.url, file))).rejects.toThrow(/16 partitions.* 4/);
    expect(await dump(to.url)).toEqual(before);
    await (await openRedisStore({ url: to.url, log: { warn: () => undefined } })).close();
  });
});
