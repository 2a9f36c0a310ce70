import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buyerNamesIn, pairsOfTierSets, type TierSetDifference, toDifference } from '@auction-tiers/contract/tier-set';
import { demoBuyers } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { fetchBuyers, fetchTierSet } from '../../src/api/read-api.ts';
import { parseTierSet } from '../../src/tier-set/parsed-tier-set.ts';
import { toTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { startApi } from '../fixture/running-api.ts';
import { writeLog } from '../fixture/small-log.ts';

/** What the API says that an import would change; undefined: it refuses the file. */
async function dryRun({ url, apiKey }: { readonly url: string; readonly apiKey: string }, file: object) {
  const response = await fetch(`${url}/ym-profile/import?id=1&dry_run=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(file),
  });
  const answer = (await response.json()) as { response: { 'ym-profile-import'?: TierSetDifference } };
  return answer.response['ym-profile-import'];
}

const include = { member_action: 'include', min_price: '1.00' };
const named = (tier: object) => ({ tiers: [{ name: 'T', ...tier }] });
const targeted = (profile: object) => ({ ...named({ profile_id: 900 }), profiles: [{ id: 900, ...profile }] });

test('the simulator takes the drafts that an import takes, and sees the same changes', async () => {
  const api = await startApi();
  const current = await fetchTierSet({ ...api, ymProfileId: 1 });
  const directory = buyerNamesIn([{ tiers: [{ buyer_members: await fetchBuyers(api) }] }]);
  const { tiers, profiles } = current.file;
  const drafts = [
    current.file,
    { response: { status: 'OK', 'ym-profile-export': current.file } },
    { ...current.file, tiers: tiers.slice(0, -1), profiles },
    {
      ...current.file,
      tiers: [...tiers.slice(1), { ...include, name: 'New', buyer_members: [{ name: demoBuyers[0]!.name }] }],
    },
    {
      ...current.file,
      tiers: tiers.map((tier) => ({ ...tier, priority: 3, buyer_members: [{ id: 102 }, { id: 102 }] })),
    },
    {
      ...current.file,
      profiles: profiles.map((profile) => ({
        ...profile,
        country_action: 'include',
        country_targets: [{ code: 'ca' }],
      })),
    },
    { tiers: [] },
    named({ id: 777, min_price: 2 }),
    targeted({ country_targets: [{ code: 'US' }, { id: 40 }] }),
    targeted({ region_targets: [{ code: 'US-NY' }], city_targets: [{ name: 'Berlin', country_code: 'DE' }] }),
    targeted({ dma_action: 'include', dma_targets: [{ dma: 501 }] }),
    // All of these are refused.
    named({ member_action: 'include' }),
    named({ colour: 'red' }),
    named({ profile_id: 3 }),
    named({ buyer_members: [{ name: 'Unknown Buyer' }] }),
    named({ buyer_members: [{}] }),
    {
      tiers: [
        { name: 'T', code: 'c' },
        { name: 'U', code: 'c' },
      ],
    },
    {
      tiers: [
        { name: 'T', id: 5 },
        { name: 'U', id: 5 },
      ],
    },
    targeted({ dma_targets: [{ dma: 1 }] }),
    targeted({ country_targets: [{ code: 'XX' }] }),
    targeted({ country_targets: [{ id: 233, code: 'CA' }] }),
    targeted({ dma_action: 'include' }),
  ];
  const outcomes = [];
  for (const draft of drafts) {
    const imported = await dryRun(api, draft);
    const loaded = () =>
      toTierSet(
        parseTierSet(draft, (problem) => new TypeError(problem)),
        { current, directory },
      );
    outcomes.push(imported !== undefined);
    if (imported === undefined) expect(loaded, JSON.stringify(draft)).toThrow(TypeError);
    else {
      const { summary, updated } = toDifference(pairsOfTierSets(current.file, loaded().file));
      expect({ summary, updated }).toEqual({ summary: imported.summary, updated: imported.updated });
    }
  }
  expect(outcomes.filter(Boolean)).toHaveLength(11);
});

test('with --api, a draft names buyers of the directory by name; without, those that the files know', async () => {
  const { url, apiKey } = await startApi();
  const folder = createFolder();
  writeLog(folder);
  const answer = await fetch(`${url}/ym-profile/export?id=1`, { headers: { authorization: `Bearer ${apiKey}` } });
  writeFileSync(join(folder, 'current.json'), await answer.text());
  const env = { AUCTION_TIERS_KEY: apiKey };
  const compare = (name: string, ...more: string[]) => {
    writeFileSync(join(folder, 'draft.json'), JSON.stringify({ tiers: [{ name: 'Gold', buyer_members: [{ name }] }] }));
    return runSimulator(folder, ['compare', '--in', 'log.jsonl', '--draft', 'draft.json', ...more], env);
  };
  const [known] = demoBuyers;
  for (const [name, ...more] of [
    [known!.name, '--api', url, '--ym-profile', '1'],
    [known!.name.toUpperCase(), '--current', 'current.json'],
  ] as const) {
    const { stdout, stderr } = await compare(name, ...more);
    expect(stderr).toBe('');
    expect(stdout).toContain('  - adds tier 13 Gold\n');
  }
  // A replay looks buyers up in the API that it replays against.
  const byName = { tiers: [{ name: 'Gold', buyer_members: [{ name: known!.name }] }] };
  writeFileSync(join(folder, 'tiers.json'), JSON.stringify(byName));
  const replay = 'replay --in log.jsonl --tiers tiers.json --ym-profile 1 --api'.split(' ');
  const { stdout: replayed, stderr: problem } = await runSimulator(folder, [...replay, url], env);
  expect(problem).toBe('');
  expect(replayed).toContain('1 Gold');

  for (const more of [
    ['--api', url, '--ym-profile', '1'],
    ['--current', 'current.json'],
  ]) {
    const { exitCode, stdout, stderr } = await compare('Unknown Buyer', ...more);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^--draft: draft\.json .*\(tier "Gold"\) is "Unknown Buyer".*\n$/);
  }
});
