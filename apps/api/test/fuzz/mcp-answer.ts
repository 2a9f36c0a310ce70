import { toolOf } from '../../src/doors/mcp/tools.ts';
import { errorProblems, isRefusedByNode, type Judge, type Judgement, nothingWritten, parsed } from './answer.ts';
import { restProblems } from './rest-answer.ts';

/** What a tool answers, and what the protocol says of a message that it cannot take. */
interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>> & { readonly structuredContent?: Content };
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

interface Content {
  readonly status?: number;
  readonly error_id?: string;
  readonly error?: string;
  readonly sentences?: readonly string[];
  readonly answer?: { readonly id?: unknown };
}

/** Characters of 2,000 tokens. */
const mostCharacters = 8000;

/** Judges answers of the door of assistants. */
export const judgeMcp: Judge = (request, answer) => {
  const { status, text, headers } = answer;
  if (isRefusedByNode(answer) || (status === 202 && text === '')) return nothingWritten([]);
  const isEvents = headers['content-type']?.startsWith('text/event-stream') === true;
  const values = isEvents ? eventsOf(text) : [parsed(text)].flat();
  // What the service refuses before the protocol is read.
  if (values.some((one) => (one as { readonly response?: unknown } | undefined)?.response !== undefined)) {
    return nothingWritten(restProblems(request, answer));
  }
  if (status >= 500) return nothingWritten([`the status is ${status}`]);
  const asked = [parsed(String(request.body))].flat() as readonly (Asked | null | undefined)[];
  // A name may be any value, also an object that has no text.
  const names = asked.flatMap((one) => (typeof one?.params?.name === 'string' ? one.params.name : []));
  const judged = values.map((message) => judgeMessage(message as Message, names));
  return {
    problems: judged.flatMap(({ problems }) => problems),
    isWrite: judged.some(({ isWrite }) => isWrite),
    made: judged.flatMap(({ made }) => made),
    deletions: 0,
  };
};

interface Asked {
  readonly params?: { readonly name?: unknown };
}

const eventsOf = (text: string): readonly unknown[] =>
  [...text.matchAll(/^data: ([^\n]+)/gm)].map(([, data = '']) => parsed(data));

/** Judges a message of an answer to calls of these tools; which of several it answers is not looked for. */
function judgeMessage({ jsonrpc, result, error }: Message = {}, names: readonly string[]): Judgement {
  if (jsonrpc !== '2.0') return nothingWritten(['no message of the protocol']);
  if (error !== undefined) {
    const isSaid = typeof error.code === 'number' && typeof error.message === 'string' && error.message !== '';
    return nothingWritten(isSaid ? [] : ['an error of the protocol without code or words']);
  }
  const content = result?.structuredContent;
  if (content === undefined) return nothingWritten(result === undefined ? ['neither a result nor an error'] : []);
  const length = JSON.stringify(JSON.stringify(content)).length;
  const tooLong = length > mostCharacters + 2 ? [`an answer of ${length} characters`] : [];
  if (result?.['isError'] === true) {
    const isSaid = content.error !== undefined && content.error !== '';
    const problems = errorProblems(content.status ?? 0, content.error_id);
    return nothingWritten([...tooLong, ...problems, ...(isSaid ? [] : ['an error that says nothing'])]);
  }
  const isWrite = names.some((name) => toolOf(name)?.operation.type === 'mutation');
  return {
    problems: [...tooLong, ...(content.sentences?.length ? [] : ['an answer without a sentence'])],
    isWrite,
    made: names.join() === 'draft_create' ? [`/draft?id=${String(content.answer?.id)}`] : [],
    deletions: 0,
  };
}
