import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { TestContext } from 'vitest';
import { expect, test } from 'vitest';
import { npm, run, runOrThrow } from '../../publish/run.ts';
import { repository } from '../../workspace/package.ts';
import { startDemoService } from './demo-service.ts';
import { type UserFolder, withUserFolders } from './user-folder.ts';

let dir: string;
let online: UserFolder;
withUserFolders.beforeAll(({ users }) => {
  ({ dir, online } = users);
  if (!online.installed.ok) console.warn(`The embedding example was not tried: ${online.installed.issue}`);
});

/** The example in a folder in which its libraries are installed. */
async function copyExample(context: TestContext): Promise<string> {
  if (!online.installed.ok) return context.skip(online.installed.issue);
  const folder = join(online.folder, 'embed');
  await cp(join(repository, 'examples/embed'), folder, { recursive: true });
  return folder;
}

/** Runs the example with files of these contents; in what it prints they are `tiers` and `log`. */
async function runExample(context: TestContext, tiers: unknown, log?: string | Uint8Array) {
  const folder = await copyExample(context);
  const files = [join(folder, 'tiers'), join(folder, 'log')] as const;
  await writeFile(files[0], typeof tiers === 'string' ? tiers : JSON.stringify(tiers));
  if (log !== undefined) await writeFile(files[1], log);
  const args = log === undefined ? files.slice(0, 1) : files;
  const { exitCode, stdout, stderr } = await run(process.execPath, ['main.js', ...args], { cwd: folder });
  const short = (text: string) => text.replaceAll(`${folder}/`, '').split('\n').slice(0, -1);
  return { exitCode, printed: short(stdout), problems: short(stderr) };
}

const gold = { id: 3, name: 'Gold', priority: 9, member_action: 'include', min_price: 2, profile_id: 7 };
/** A draft by hand: a new tier, a country by its code, a buyer by its name, a fee of 10 %. */
const draft = {
  tiers: [
    { ...gold, buyer_members: [{ id: 12, name: 'Acme' }] },
    { name: 'New', member_action: 'include', min_price: '0.5', buyer_members: [{ name: 'acme' }, { id: 13 }] },
  ],
  profiles: [{ id: 7, country_action: 'include', country_targets: [{ code: 'us' }] }],
  revenue_share_pct: 10,
};

const ownLine = JSON.stringify({ bids: [{ id: 'x', member_id: 12, price: 3 }], impression: { country: 'CA' } });
const openRtbLine = JSON.stringify({
  bid_request: { id: 'r', at: 1, imp: [{ id: '1', bidfloor: 0.5 }, { id: '2' }], device: { geo: { country: 'USA' } } },
  bid_responses: [
    {
      seatbid: [
        {
          seat: 'Acme',
          bid: [
            { id: 'b', impid: '1', price: 2.5 },
            { id: 'c', impid: '1' },
          ],
        },
      ],
    },
    { seatbid: [{ seat: '13', bid: [{ impid: '2', price: 1 }] }] },
  ],
});

test('decides an auction by the tiers of a file, and says why, as its README shows', async (context) => {
  const folder = await copyExample(context);
  const { stdout } = await runOrThrow(npm, ['start', '--silent'], { cwd: folder });
  const [, shown] = /^```\n\n```\n(.*?)^```/ms.exec(await readFile(join(folder, 'README.md'), 'utf8')) ?? [];
  expect(stdout).toBe(shown);
});

test('takes what the service exports, as it answers it', async (context) => {
  const service = await startDemoService(dir);
  context.onTestFinished(service.stop);
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const answer = await (await fetch(`${service.url}/ym-profile/export?id=1`, { headers })).text();
  const log = JSON.stringify({ bids: [{ id: 'b', member_id: 101, price: 5 }] });
  const { exitCode, printed, problems } = await runExample(context, answer, log);
  expect({ exitCode, problems }).toEqual({ exitCode: 0, problems: [] });
  // A fee of 15 %, and the tier's name.
  expect(printed[1]).toMatch(/^b: won, 4\.250000 net; only "House deal: Northwind" matches$/);
});

test.for([
  ['plain', (text: string) => Buffer.from(text)],
  ['gzip', (text: string) => gzipSync(text)],
  ['zstd', (text: string) => zstdCompressSync(text)],
  ['with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
] as const)('takes a draft by hand, and a log of both forms: %s', async ([, pack], context) => {
  const ran = await runExample(context, draft, pack(`${ownLine}\n\n${openRtbLine}\n`));
  expect(ran).toEqual({
    exitCode: 0,
    problems: [],
    printed: [
      'log:1: Bid x wins and pays 3.000000.',
      'x: won, 2.700000 net; only "New" matches',
      'log:3, impression 1: Bid b wins and pays 2.500000.',
      'b: won, 2.250000 net; "Gold" comes before "New"',
      'log:3, impression 2: Bid 13 wins and pays 1.000000.',
      '13: won, 0.900000 net; only "New" matches',
      expect.stringMatching(/^c: invalid; /),
    ],
  });
});

test('says of a line what is wrong with it, and decides the others', async (context) => {
  const lines = [
    'date_time,auction_id_64',
    '{"a":1}',
    '{"bids":[{"id":"x","member_id":1,"price":"dear"}]}',
    '{"bid_request":{}}',
    ownLine,
  ];
  const { exitCode, printed, problems } = await runExample(context, draft, lines.join('\n'));
  expect([exitCode, printed[0]]).toEqual([1, 'log:5: Bid x wins and pays 3.000000.']);
  expect(problems).toEqual([
    expect.stringMatching(/^log:1: is not JSON; .*feed/),
    expect.stringMatching(/^log:2: .*bids .*bid_request/),
    expect.stringMatching(/^log:3: bids\.0\.price "dear"/),
    expect.stringMatching(/^log:4: bid_request/),
  ]);
});

test.for([
  [
    'a priority that is too high',
    { tiers: [{ ...gold, priority: 11 }] },
    'tiers: tiers.0.priority is 11, allowed: at most 10',
  ],
  [
    'a profile that it does not hold',
    { tiers: [gold] },
    "tiers: tiers.0.profile_id is 7, which none of the file's profiles has as its id",
  ],
  [
    'a name without an id',
    { tiers: [{ name: 'T', buyer_members: [{ name: 'Acme' }] }] },
    'tiers: tiers.0.buyer_members.0.name is "Acme", which is not the name of a member; write its id',
  ],
  ['no JSON', '{', expect.stringMatching(/^tiers: is not JSON: /) as string],
] as const)('says of a file with %s what is wrong with it, and where', async ([, tiers, problem], context) => {
  expect(await runExample(context, tiers)).toEqual({ exitCode: 1, printed: [], problems: [problem] });
});

test('says of a file that is not there that it cannot be read', async (context) => {
  const folder = await copyExample(context);
  for (const args of [['none.json'], ['news.tiers.json', 'none.jsonl']]) {
    const { exitCode, stderr } = await run(process.execPath, ['main.js', ...args], { cwd: folder });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^none\.jsonl?: cannot be read: ENOENT.*\n$/)]);
  }
});
