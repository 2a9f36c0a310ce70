// `npm run morning -w tools`: asks a demo what an assistant asks on a morning, and writes the answers into
// docs/coworker.md. They are of the day on which it is run.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import writeFile from 'write-file-atomic';
import { type DemoUser, startDemoService } from '../service/index.ts';
import { repository } from '../workspace/package.ts';

/** A question of a person, and the call that answers it. */
interface Asked {
  readonly question: string;
  readonly tool: string;
  readonly input: object;
}

/** The part of an answer that the next calls need. */
interface Answered {
  readonly id: number;
  readonly etag: string;
  readonly found: { readonly auctions: readonly { readonly id: string }[] };
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
    const made = await morningOf(service.url, await keyOf(service.url, service.users));
    await writeFile(
      path,
      `${before}${heading}\n\nMade by \`npm run morning -w tools\`, with the demo of that day.\n\n${made}`,
    );
  } finally {
    await service.stop();
  }
  return 0;
}

/** A key of the first seller that may read and draft. */
async function keyOf(url: string, users: readonly DemoUser[]): Promise<string> {
  const { username, password } = users.find((one) => one.username === 'demo-seller-1')!;
  const { token } = await post(`${url}/auth`, { auth: { username, password } });
  const made = await post(`${url}/api-key`, { name: 'Assistant', scopes: ['read', 'draft'] }, String(token));
  return (made['api-key'] as { readonly key: string }).key;
}

async function post(url: string, body: object, authorization = ''): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  const { response } = (await answer.json()) as { readonly response: Readonly<Record<string, unknown>> };
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(response)}`);
  return response;
}

/** The questions of a morning with the sentences of their answers, as Markdown. */
async function morningOf(url: string, key: string): Promise<string> {
  const client = new Client({ name: 'morning', version: '1.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  const said: string[] = [];
  const ask = async (asked: Asked): Promise<Answered> => {
    const { answer, text } = await call(client, asked);
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
  const made = await call(client, {
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
  await client.close();
  return said.join('\n');
}

async function call(client: Client, { question, tool, input }: Asked): Promise<{ answer: Answered; text: string }> {
  const sent = { name: tool, arguments: input as Record<string, unknown> };
  const { structuredContent, isError = false } = await client.callTool(sent);
  const { answer, sentences = [] } = structuredContent as { answer: Answered; sentences?: readonly string[] };
  if (isError) throw new Error(`${tool} refused: ${JSON.stringify(structuredContent)}`);
  const left = sentences.length - mostQuoted;
  const shown = [...sentences.slice(0, mostQuoted), ...(left > 0 ? [`… and ${left} more`] : [])];
  const quoted = shown.map((sentence) => `> ${sentence}\n`).join('>\n');
  return { answer, text: `**${question}** \`${tool}\` with \`${JSON.stringify(input)}\`:\n\n${quoted}` };
}
