import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { asPerson, type Assistant, connectAssistant } from '../../assistant/connect.ts';
import { morningDocument, morningOf, partsOf } from '../../assistant/morning-text.ts';
import { startDemoService } from '../../service/index.ts';

/** 2,000 tokens of four characters. */
const mostCharacters = 8000;
/** The demo's days are made and compared first, with other tests beside. */
const startMs = 300_000;

let assistant: Assistant;
let person: Awaited<ReturnType<typeof asPerson>>;

beforeAll(async () => {
  const service = await startDemoService();
  assistant = await connectAssistant(service.url, service.users[1]!);
  person = await asPerson(service.url, service.users[1]!);
  return async () => {
    await assistant.client.close();
    await service.stop();
  };
}, startMs);

/** A call of each tool on the demo's first seller, in the order of a morning, and words that its sentences have. */
const money = /\b(?:USD|CPM)\b/;
const period = /\d{4}-\d\d-\d\d|last week/;
const zone = /UTC|America\/New_York/;
const certainty = /counted|recorded auctions?|interval|95 %|no estimate|without a doubt/;

test(
  'every tool answers in at most 2,000 tokens on the demo with all its days',
  async () => {
    const { tools } = await assistant.client.listTools();
    const called = new Map<string, number>();
    const tell = async (name: string, input: object, ...named: readonly RegExp[]) => {
      const { answer, sentences, size } = await assistant.call(name, input);
      called.set(name, Math.max(called.get(name) ?? 0, size));
      for (const one of named) expect([name, sentences.join(' ')]).toEqual([name, expect.stringMatching(one)]);
      return answer;
    };
    const ofProfile = { ym_profile_id: 1 };
    await tell('today', ofProfile, money, period, zone, certainty);
    const every = 'tier,buyer';
    await tell('report', { ...ofProfile, group_by: every, start_date: daysAgo(30) }, money, period, zone, certainty);
    await tell('movement', ofProfile, money, period, zone, certainty);
    await tell('alerts', {});
    await tell('tiers', {}, money);
    await tell('lint', { id: 1 }, certainty);
    await tell('history', { id: 1 }, period, zone);
    const { found } = await tell('find_auctions', ofProfile, money, period, zone, certainty);
    const ofAuction = { ...ofProfile, auction: found.auctions[0]!.id };
    await tell('explain_auction', ofAuction, money, period, zone, certainty);
    await tell('min_to_win', ofAuction, money, period, zone, certainty);
    await tell('drafts', {}, money);
    const { id, etag } = await tell('draft_create', { from: 1, name: 'New York from 2.50' });
    const changes = { tier_set: { tiers: [{ id: 3, name: 'New York premium', min_price: '2.50' }] } };
    await tell('draft_edit', { id, append: true, changes, if_match: etag });
    for (const [name, input] of [
      ['try_draft', { ...ofProfile, draft_id: id }],
      ['advice', ofProfile],
    ] as const) {
      const { simulation } = await tell(name, input);
      await finished(simulation.id);
      await tell('try_result', { id: simulation.id }, money, period, zone, certainty);
    }
    await tell('experiment_plan', { draft_id: id }, money, period, zone, certainty);
    // Only a person starts and ends a live test.
    const planned = { name: 'New York', draft_id: id, hypothesis: 'Net rises by 2 %', guard: { max_loss: '100' } };
    const { experiment } = await person('/experiment', planned);
    const ofTest = { id: (experiment as { readonly id: number }).id };
    for (const [act, body] of [
      ['start', {}],
      ['end', { outcome: 'drop' }],
    ] as const) {
      await person(`/experiment/${act}?id=${ofTest.id}`, body);
      await tell('experiment_result', ofTest, money, period, zone, certainty);
    }
    await tell('ask_approval', { id, note: 'New York premium brings less since its minimum is 3.00' }, period, zone);
    expect([...called.keys()].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    expect([...called].filter(([, size]) => size > mostCharacters)).toEqual([]);
  },
  2 * startMs,
);

test('the document shows the questions of the morning, as the command writes them', { timeout: startMs }, async () => {
  const [, shown] = partsOf(await readFile(morningDocument, 'utf8'));
  const made = await morningOf(assistant);
  // Figures, and most sentences, are of the day on which they were written.
  expect(asked(shown)).toEqual(asked(made));
  for (const tool of ['movement', 'history', 'draft_edit', 'ask_approval']) {
    expect([tool, firstSentence(shown, tool)]).toEqual([tool, firstSentence(made, tool)]);
  }
});

/** A text without what is new in each demo: figures, times, ids of auctions and entity tags. */
const withoutFigures = (text: string): string =>
  text
    .replace(/"(auction|if_match)":"(?:\\.|[^"])*"/g, '"$1":#')
    .replace(/"[\w-]{22}\.[\w-]+"/g, '#')
    .replace(/\d[\d,.:]*/g, '#');

/** The questions of a morning, with the tools and their inputs. */
const asked = (morning: string): readonly string[] =>
  morning.split('\n').flatMap((line) => (line.startsWith('**') ? [withoutFigures(line)] : []));

/** The first sentence of the answer of a tool. */
const firstSentence = (morning: string, tool: string): string | undefined =>
  morning
    .split('\n**')
    .filter((part) => part.includes(`** \`${tool}\` with`))
    .flatMap((part) => /^> (.*)$/m.exec(part)?.slice(1) ?? [])
    .map(withoutFigures)[0];

/** Waits for a simulation for longer than a tool does: other tests use the machine too. */
const finished = (id: number): Promise<void> =>
  expect
    .poll(() => assistant.call('try_result', { id }).then(({ sentences }) => sentences.length > 0), {
      timeout: startMs,
    })
    .toBe(true);

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
