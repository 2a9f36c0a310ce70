import { CompareReport } from '@auction-tiers/contract/compare-report';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/command/program.ts';
import type { Failure } from '../../src/cli/failure.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallLog, smallLogText, smallTierSet, writeLog, writeTierSet } from '../fixture/small-log.ts';

/** Enough of the first auction for a verdict: without its tier, buyer 15 wins for more. */
const text = smallLogText + `${JSON.stringify(smallLog[0])}\n`.repeat(40);

function createInput(log = text): string {
  const folder = createFolder();
  writeLog(folder, log);
  writeTierSet(folder);
  const draft = { ...smallTierSet, tiers: smallTierSet.tiers.slice(1), revision: 'r4' };
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(draft));
  writeFileSync(
    join(folder, 'broken.tiers.json'),
    JSON.stringify({ ...draft, tiers: [draft.tiers[0], draft.tiers[0]] }),
  );
  return folder;
}

const args = ['compare', '--in', 'log.jsonl', '--current', 'small.tiers.json', '--draft', 'draft.tiers.json'];
const without = (option: string) => args.toSpliced(args.indexOf(option), 2);
const changed = (option: string, value: string) => args.with(args.indexOf(option) + 1, value);

test('a comparison is printed and written, twice the same', async () => {
  const folder = createInput();
  const runs = [];
  for (const out of ['one.json', 'two.json']) runs.push(await runSimulator(folder, [...args, '--out', out]));
  expect(runs[0]).toMatchObject({ exitCode: 0, stderr: '' });
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[0]!.stdout).toMatch(
    /^Draft against .*: Small\nRevision r4 \(2 tiers\) against .*, on 44 auctions with 128 bids of log\.jsonl\.\n/,
  );
  expect(runs[0]!.stdout).toMatch(
    /\n {2}- removes tier 1 tier 1\n[^]* Current tiers: Small \(ym-profile 42, 3 tiers, revision r3\)\n/,
  );
  const [one, two] = ['one.json', 'two.json'].map((file) => readFileSync(join(folder, file), 'utf8')) as [
    string,
    string,
  ];
  expect(two).toBe(one);
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, 'draft.tiers.json')))
    .digest('hex');
  expect(CompareReport.parse(JSON.parse(one))).toMatchObject({
    elasticity: 0,
    input: { bytes: text.length },
    current: { file: 'small.tiers.json' },
    draft: { revision: 'r4', file: 'draft.tiers.json', sha256 },
    verdict: { decision: 'test_first' },
  });
});

test('a commitment that the draft breaks is printed and in the report', async () => {
  const folder = createInput();
  writeFileSync(join(folder, 'promises.json'), '[{"tier":1,"at_least":{"wins":1}},{"buyer":14,"at_most":{"wins":0}}]');
  const run = await runSimulator(folder, [...args, '--commitments', 'promises.json', '--out', 'out.json']);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const { commitments } = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')));
  expect(commitments).toMatchObject([
    { subject: 'tier', id: 1, name: 'tier 1', draft: 0, is_kept: false },
    { subject: 'buyer', id: 14, wanted: 0, draft: 0, is_kept: true },
  ]);
  expect(run.stdout).toContain('tier 1 tier 1 at least 1 win a day');
  // Without the option those of the ym-profile hold, as it was exported.
  const exported = {
    ...smallTierSet,
    ym_profile: { ...smallTierSet.ym_profile, commitments: [{ tier: 2, at_most: { net: 1 } }] },
  };
  writeFileSync(join(folder, 'small.tiers.json'), JSON.stringify(exported));
  expect(await runSimulator(folder, [...args, '--out', 'own.json'])).toMatchObject({ exitCode: 0, stderr: '' });
  const own = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8')));
  expect(own.commitments).toMatchObject([{ subject: 'tier', id: 2, bound: 'at_most', wanted: 1 }]);
});

test.for(['{}', '[{"buyer":1}]', '[{"buyer":1,"at_least":{"wins":"many"}}]', 'not JSON'])(
  'a file of commitments that has %s is refused',
  async (content) => {
    const folder = createInput();
    writeFileSync(join(folder, 'promises.json'), content);
    const run = await runSimulator(folder, [...args, '--commitments', 'promises.json']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(/^--commitments: promises\.json is /);
  },
);

test.for([
  { wrong: without('--in'), message: 'give --in FILES or --recorded FROM..TO with --api URL' },
  { wrong: without('--draft'), message: '--draft FILE is missing' },
  { wrong: [...args, '--set', '1.priority=3'], message: '--draft and --set or --remove both name the draft' },
  { wrong: [...without('--draft'), '--set', '9.priority=3'], message: '--set 9.priority=3 names tier 9' },
  { wrong: [...without('--draft'), '--remove', 'x'], message: 'Allowed is a whole number from 1' },
  {
    wrong: without('--current'),
    message: '--current FILE is missing',
  },
  { wrong: changed('--draft', 'none.json'), message: '--draft: none.json cannot be read: ENOENT' },
  { wrong: changed('--current', 'log.jsonl'), message: '--current: log.jsonl is not JSON' },
  { wrong: changed('--draft', 'broken.tiers.json'), message: '--draft: broken.tiers.json' },
  { wrong: [...args, '--api', 'http://127.0.0.1:1'], message: '--current and --api both name the current tiers' },
  { wrong: [...without('--current'), '--api', 'http://127.0.0.1:1'], message: '--api needs --ym-profile ID' },
  { wrong: [...args, '--elasticity', '3'], message: 'Allowed is a number from -2 to 2 with at most 4 decimals.' },
  { wrong: [...args, '--timezone', '+02:00'], message: 'Allowed is an IANA time zone, such as America/New_York.' },
  { wrong: [...args, '--seed', ''], message: 'Allowed is a text of 1 to 48 characters.' },
])('$wrong is wrong usage', async ({ wrong, message }) => {
  const folder = createInput();
  const placed = wrong.map((arg) => (/\.jsonl?$/.test(arg) ? join(folder, arg) : arg));
  const program = createProgram(() => {});
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  const error: unknown = await program.parseAsync(placed, { from: 'user' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  const { message: said, exitCode } = error as Failure | CommanderError;
  expect(said.replaceAll(`${folder}/`, '')).toContain(message);
  // The main program ends with 2 for whatever commander refuses.
  expect(exitCode).toBe(error instanceof CommanderError ? 1 : 2);
});

test('several drafts are compared one after another, and each interval allows for their number', async () => {
  const folder = createInput();
  const tiers = smallTierSet.tiers.slice(1);
  writeFileSync(join(folder, 'other.tiers.json'), JSON.stringify({ ...smallTierSet, tiers, revision: 'r5' }));
  const run = await runSimulator(folder, [...args, '--draft', 'other.tiers.json', '--out', 'out.json']);
  expect(run.exitCode).toBe(0);
  const reports = [1, 2].map((index) =>
    CompareReport.parse(JSON.parse(readFileSync(join(folder, `out-${index}.json`), 'utf8'))),
  );
  expect(reports.map(({ tries, draft }) => [tries, draft.revision])).toEqual([
    [2, 'r4'],
    [2, 'r5'],
  ]);
  expect(run.stdout).toContain('2 were tried on this log');
  const last = run.stdout.slice(run.stdout.lastIndexOf('verdict'));
  for (const file of ['draft.tiers.json', 'other.tiers.json']) expect(last).toContain(file);
});

test('nine drafts are refused before the log is read; eight are the most', async () => {
  const nine = Array.from({ length: 9 }, () => ['--draft', 'draft.tiers.json']).flat();
  const ended = await runSimulator(createFolder(), [...without('--draft'), ...nine]);
  expect(ended).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/--draft.*\b9\b.*\b8\b/) });
});

test('the days are those of the time zone that is asked for', async () => {
  const folder = createInput();
  const { exitCode } = await runSimulator(folder, [...args, '--timezone', 'Asia/Tokyo', '--out', 'out.json']);
  expect(exitCode).toBe(0);
  const { method } = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')));
  expect(method.time_zone).toBe('Asia/Tokyo');
});

test('a draft in words is the draft that a file would be, and can be kept as that file', async () => {
  const folder = createInput();
  const words = ['--set', '3.priority=8', '--remove', '1', '--write-draft', 'kept.json', '--out', 'words.json'];
  const worded = await runSimulator(folder, [...without('--draft'), ...words]);
  expect(worded).toMatchObject({ exitCode: 0, stderr: '' });
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const [, second, third] = smallTierSet.tiers;
  expect(read('kept.json').tiers).toMatchObject([
    { id: 2, name: second!['name'], buyer_members: second!['buyer_members'] },
    { id: 3, name: third!['name'], profile_id: 9, priority: 8 },
  ]);
  await runSimulator(folder, [...changed('--draft', 'kept.json'), '--out', 'file.json']);
  const [fromWords, fromFile] = ['words.json', 'file.json'].map((file) => {
    const { draft: _, ...report } = CompareReport.parse(read(file));
    return report;
  });
  expect(fromWords).toEqual(fromFile);
});

test('a broken line is told and passed over; with --strict it ends there', async () => {
  const folder = createInput(`${text}oops\n`);
  const lenient = await runSimulator(folder, args);
  expect(lenient).toMatchObject({ exitCode: 0, stderr: 'log.jsonl, line 45 is not a JSON object.\n' });
  expect(lenient.stdout).toContain('Broken lines were passed over, 1 of them: ');
  const strict = await runSimulator(folder, [...args, '--strict']);
  expect(strict).toEqual({ exitCode: 1, stdout: '', stderr: 'log.jsonl, line 45 is not a JSON object.\n' });
});

test('where nothing can be said, the command ends with 1', async () => {
  const folder = createInput(smallLogText);
  const { exitCode, stdout } = await runSimulator(folder, [...args, '--out', 'out.json']);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Cannot say: ');
  const { verdict } = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')));
  expect(verdict).toMatchObject({ decision: 'cannot_say', reasons: [{ code: 'few_bids' }] });
});
