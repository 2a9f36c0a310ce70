import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { DemoUser } from '../service/index.ts';

/** The parts of answers that later calls need. */
export interface Answered {
  readonly id: number;
  readonly etag: string;
  readonly found: { readonly auctions: readonly { readonly id: string }[] };
  readonly simulation: { readonly id: number };
}

/** What a tool answers. */
export interface ToolAnswer {
  readonly answer: Answered;
  readonly sentences: readonly string[];
  /** The characters of the answer's text, as JSON has them. */
  readonly size: number;
}

/** An assistant for a user, by the official client. */
export interface Assistant {
  readonly client: Client;
  /** Calls a tool. Throws where it refuses. */
  readonly call: (name: string, input: object) => Promise<ToolAnswer>;
}

/** Connects the official client with a new key that may read and draft. */
export async function connectAssistant(url: string, user: DemoUser): Promise<Assistant> {
  const client = new Client({ name: 'morning', version: '1.0' });
  const requestInit = { headers: { authorization: `Bearer ${await keyOf(url, user)}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return {
    client,
    call: async (name, input) => {
      const sent = { name, arguments: input as Record<string, unknown> };
      const { structuredContent, content, isError = false } = await client.callTool(sent, { timeout: mostMs });
      if (isError) throw new Error(`${name} refused: ${JSON.stringify(structuredContent)}`);
      const { answer, sentences = [] } = structuredContent as { answer: Answered; sentences?: readonly string[] };
      const [block] = content;
      const size = JSON.stringify(block?.type === 'text' ? block.text : '').length - 2;
      return { answer, sentences, size };
    },
  };
}

/** A tool waits up to a minute for a simulation. */
const mostMs = 120_000;

/** A key of a user that may read and draft. */
async function keyOf(url: string, user: DemoUser): Promise<string> {
  const person = await asPerson(url, user);
  const made = await person('/api-key', { name: 'Assistant', scopes: ['read', 'draft'] });
  return (made['api-key'] as { readonly key: string }).key;
}

/** What a request to change something is answered. */
type Post = (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>;

/** Logs a user in, who sends what no assistant may. */
export async function asPerson(url: string, { username, password }: DemoUser): Promise<Post> {
  const { token } = await post(`${url}/auth`, { auth: { username, password } });
  return (path, body) => post(`${url}${path}`, body, { authorization: String(token) });
}

async function post(url: string, body: object, credential: object = {}): ReturnType<Post> {
  const headers = { 'content-type': 'application/json', ...credential };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  const { response } = (await answer.json()) as { readonly response: Readonly<Record<string, unknown>> };
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(response)}`);
  return response;
}
