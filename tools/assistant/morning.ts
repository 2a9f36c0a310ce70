// `npm run morning -w tools`: asks a demo what an assistant asks on a morning, and writes the answers into
// docs/coworker.md. They are of the day on which it is run.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFile from 'write-file-atomic';
import { startDemoService } from '../service/index.ts';
import { repository } from '../workspace/package.ts';
import { type Answered, type Assistant, connectAssistant } from './connect.ts';

/** A question of a person, and the call that answers it. */
interface Asked {
  readonly question: string;
  readonly tool: string;
  readonly input: object;
}

/** Sentences of an answer that the document shows. */
const mostQuoted = 5;

const heading = '## A morning of the demo';

process.exitCode = await main();

async function main(): Promise<number> {
  const service = await startDemoService();
  try {
    const path = join(repository, 'docs/coworker.md');
    const [before] = (await readFile(path, 'utf8')).split(`${heading}\n`);
    const made = await morningOf(await connectAssistant(service.url, service.users));
    await writeFile(
      path,
      `${before}${heading}\n\nMade by \`npm run morning -w tools\`, with the demo of that day.\n\n${made}`,
    );
  } finally {
    await service.stop();
  }
  return 0;
}

/** The questions of a morning with the sentences of their answers, as Markdown. */
async function morningOf(assistant: Assistant): Promise<string> {
  const said: string[] = [];
  const ask = async (asked: Asked): Promise<Answered> => {
    const { answer, text } = await call(assistant, asked);
    said.push(text);
    return answer;
  };
  const ofProfile = { ym_profile_id: 1 };
  await ask({ question: 'What happened?', tool: 'today', input: ofProfile });
  await ask({ question: 'Why?', tool: 'movement', input: ofProfile });
  await ask({ question: 'Who changed what?', tool: 'history', input: { id: 1, num_elements: 3 } });
  const find = { buyer_id: 107, outcome: 'lost' };
  const lost = await ask({
    question: 'Where did buyer 107 lose?',
    tool: 'find_auctions',
    input: { ...ofProfile, find },
  });
  const { id: auction } = lost.found.auctions[0]!;
  const ofAuction = { ...ofProfile, auction };
  await ask({ question: 'Why did it lose the first of these?', tool: 'explain_auction', input: ofAuction });
  await ask({ question: 'What would it have needed?', tool: 'min_to_win', input: ofAuction });
  const made = await call(assistant, {
    question: '',
    tool: 'draft_create',
    input: { from: 1, name: 'New York from 2.50' },
  });
  const { id, etag } = made.answer;
  const changes = { tier_set: { tiers: [{ id: 3, name: 'New York premium', min_price: '2.50' }] } };
  await ask({
    question: 'Draft another minimum.',
    tool: 'draft_edit',
    input: { id, append: true, changes, if_match: etag },
  });
  await ask({ question: 'What would it do?', tool: 'try_draft', input: { ...ofProfile, draft_id: id } });
  const note = 'New York premium brings less since its minimum is 3.00';
  await ask({ question: 'Ask for approval.', tool: 'ask_approval', input: { id, note } });
  await assistant.client.close();
  return said.join('\n');
}

async function call(
  assistant: Assistant,
  { question, tool, input }: Asked,
): Promise<{ answer: Answered; text: string }> {
  const { answer, sentences } = await assistant.call(tool, input);
  const left = sentences.length - mostQuoted;
  const shown = [...sentences.slice(0, mostQuoted), ...(left > 0 ? [`… and ${left} more`] : [])];
  const quoted = shown.map((sentence) => `> ${sentence}\n`).join('>\n');
  return { answer, text: `**${question}** \`${tool}\` with \`${JSON.stringify(input)}\`:\n\n${quoted}` };
}
