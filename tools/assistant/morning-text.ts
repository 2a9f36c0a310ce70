import { join } from 'node:path';
import { repository } from '../workspace/package.ts';
import type { Answered, Assistant } from './connect.ts';

/** A question of a person, and the call that answers it. */
interface Asked {
  readonly question: string;
  readonly tool: string;
  readonly input: object;
  /** What the person asks about: of the sentences after the first one, those that name it are shown. */
  readonly about?: string;
}

/** Sentences of an answer that the document shows. */
const mostQuoted = 5;

/** The document that shows a morning. */
export const morningDocument = join(repository, 'docs/coworker.md');

/** Where the document has the morning, to its end. */
const heading = '## A morning of the demo\n\nMade by `npm run morning -w tools`, with the demo of that day.\n\n';

/** The document before the morning, and the morning. */
export function partsOf(document: string): readonly [before: string, morning: string] {
  const [before, morning] = document.split(heading);
  if (before === undefined || morning === undefined) throw new Error(`The document lacks the part ${heading.trim()}`);
  return [before, morning];
}

export const documentOf = (before: string, morning: string): string => `${before}${heading}${morning}`;

/** The questions of a morning with the sentences of their answers, as Markdown. */
export async function morningOf(assistant: Assistant): Promise<string> {
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
  const ofAuction = { input: { ...ofProfile, auction }, about: 'buyer 107' };
  await ask({ question: 'Why did it lose the first of these?', tool: 'explain_auction', ...ofAuction });
  await ask({ question: 'What would it have needed?', tool: 'min_to_win', ...ofAuction });
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
  return said.join('\n');
}

async function call(
  assistant: Assistant,
  { question, tool, input, about = '' }: Asked,
): Promise<{ answer: Answered; text: string }> {
  const { answer, sentences } = await assistant.call(tool, input);
  const asked = sentences.filter((sentence, at) => at === 0 || sentence.includes(about)).slice(0, mostQuoted);
  const left = sentences.length - asked.length;
  const shown = [...asked, ...(left > 0 ? [`… and ${left} more`] : [])];
  const quoted = shown.map((sentence) => `> ${sentence}\n`).join('>\n');
  return { answer, text: `**${question}** \`${tool}\` with \`${JSON.stringify(input)}\`:\n\n${quoted}` };
}
