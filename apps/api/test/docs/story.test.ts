import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listTiers } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ RECORD_AUCTIONS: '1' });
const root = join(import.meta.dirname, '../../../..');

const hasCurl = spawnSync('curl', ['--version']).error === undefined;
if (!hasCurl) console.warn('SKIPPED: there is no curl here; the story of the README was not run.');

/** The commands of the story, one after the other, each with what it prints behind a line of its own. */
function commandsOf(text: string): string {
  const [, story = ''] = text.split('## From a draft to live and back');
  const [, commands = ''] = /^```sh\n(.*?)^```/ms.exec(story) ?? [];
  return commands;
}

/** As a person would run them, but for the address, the folder of the demo and that of the files. */
async function run(commands: string): Promise<string> {
  const own = commands
    .replaceAll('http://127.0.0.1:3000', service.url)
    .replaceAll('.data/credentials.json', join(service.dataDir, 'credentials.json'))
    .replaceAll('draft.tiers.json', join(service.dataDir, 'draft.tiers.json'))
    .replaceAll('report.html', join(service.dataDir, 'report.html'));
  const env = { ...process.env, AUCTION_TIERS_KEY: service.people.seller1.api_key };
  const { stdout } = await promisify(execFile)('sh', ['-ec', own], { encoding: 'utf8', cwd: root, env });
  return stdout;
}

test.runIf(hasCurl)(
  'the story of the README works as pasted: from a draft to live and back',
  { timeout: 120_000 },
  async () => {
    const before = await listTiers(service.send, '?ym_profile_id=1');
    const printed = await run(commandsOf(readFileSync(join(root, 'README.md'), 'utf8')));
    expect(printed).toContain('"draft-publish":{"draft_id":1,"state":"published"');
    expect(printed).toContain('min_price 2.000000 -> 2.200000');
    expect(printed).toMatch(/^\uFEFF?tier_id,tier_name,/m);
    expect(printed).toMatch(/"kind":"publish"[^}]*"draft_id":1/);
    expect(printed).toContain('"note":"buyer 107 pays more"');
    expect(printed).toContain('min_price 2.200000 -> 2.000000');
    expect(printed).not.toContain('"status":"ERROR"');

    const after = await listTiers(service.send, '?ym_profile_id=1');
    const timeless = (tiers: typeof after) => tiers.map(({ last_modified: _modified, ...tier }) => tier);
    expect(timeless(after)).toEqual(timeless(before));
  },
);
