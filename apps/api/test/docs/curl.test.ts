import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { document } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

const hasCurl = spawnSync('curl', ['--version']).error === undefined;
if (!hasCurl) console.warn('SKIPPED: there is no curl here; the commands of the documents were not run.');

const [readme = ''] = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8').split(
  '## From a draft to live and back',
);
const { description: introduction } = document.info as { readonly description: string };

/** The commands of a text that send a request. */
const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, commands = '']) =>
    /\bcurl /.test(commands) ? [commands] : [],
  );

/** Runs commands as a person would who has pasted them, but for the address and the folder of the demo. */
async function run(commands: string): Promise<Row> {
  const own = commands
    .replaceAll('http://127.0.0.1:3000', service.url)
    .replaceAll('.data/credentials.json', join(service.dataDir, 'credentials.json'));
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', own], { encoding: 'utf8' });
  try {
    return JSON.parse(stdout) as Row;
  } catch {
    throw new Error(`${own}\n${stdout}${stderr}`);
  }
}

test('the documents have commands that send requests', () => {
  expect(commandsIn(introduction)).toHaveLength(2);
  expect(commandsIn(readme)).toHaveLength(1);
});

test.runIf(hasCurl).for([...commandsIn(introduction), ...commandsIn(readme)])(
  '%s succeeds',
  { timeout: 60_000 },
  async (commands) => {
    expect(await run(commands)).toMatchObject({ response: { status: 'OK' } });
  },
);

test.runIf(hasCurl)('the answer of the README is the one that is given', async () => {
  const [, shown = ''] = /^```json\n(.*?)^```/ms.exec(readme) ?? [];
  const { response } = JSON.parse(shown) as { readonly response: { readonly auction: Row } };
  const { response: given } = (await run(commandsIn(readme)[0] ?? '')) as {
    readonly response: { readonly auction: Row };
  };
  const { time: _time, revision: shownRevision, ...auction } = response.auction;
  expect(given.auction).toMatchObject(auction);
  // Its epoch and mark are drawn for each database.
  const form = /^(\d+-\d+)-[0-9a-f]{8}\.[0-9a-f]{8}$/;
  const [revision, expected] = [given.auction['revision'], shownRevision].map((text) => form.exec(String(text))?.[1]);
  expect(expected).toBeDefined();
  expect(revision).toBe(expected);
});

const limit = async (max_forgone: string | null) =>
  expectOk(await service.send('PUT', '/ym-auction-tier?id=5', { body: { max_forgone } }));

test.runIf(hasCurl)('a limit on tier 5, as the README says, lets bid c win', async () => {
  await limit('0.50');
  const { response } = (await run(commandsIn(readme)[0] ?? '')) as { readonly response: { readonly auction: Row } };
  expect(response.auction['winner']).toMatchObject({ bid_id: 'c', net_price: 4.25 });
  await limit(null);
});
