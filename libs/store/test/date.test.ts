import { readFileSync } from 'node:fs';
import { asyncProperty, assert, integer } from 'fast-check';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const library = readFileSync(new URL('../lua/check.lua', import.meta.url), 'utf8');
const dateText = /local function date_text[\s\S]*?\nend/.exec(library)?.[0];
const endOf9999 = Date.UTC(10_000, 0) / 1000 - 1;

test('the functions write dates of the Gregorian calendar in UTC, leap years included', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const client = createClient({ url: server.url });
  await client.connect();
  onTestFinished(() => client.destroy());

  const check = async (seconds: number) => {
    const script = `${dateText} return date_text(tonumber(ARGV[1]))`;
    const expected = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
    expect(await client.eval(script, { arguments: [String(seconds)] })).toBe(expected);
  };
  const turns = ['2000-02-29', '2024-02-29', '2026-11-21', '2100-02-28', '2100-03-01', '2027-01-01', '2026-12-31'];
  for (const day of turns) await check(Date.parse(`${day}T23:59:59Z`) / 1000);
  await assert(asyncProperty(integer({ min: 0, max: endOf9999 }), check), { numRuns: 300 });
});
