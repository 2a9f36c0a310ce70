import {
  document,
  type Operation,
  type Part,
  problemsAt,
  problemsOfHeader,
  resolved,
} from '../fixture/api-document.ts';
import type { Answer, Send } from '../fixture/request.ts';

/** What is sent to an operation. */
export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as Authorization; null sends none. */
  readonly key?: string | null;
}

/** An answer of an operation, and what it has against the document. */
export interface Sighting {
  readonly id: string;
  readonly status: number;
  readonly mediaType: string | null;
  readonly problems: readonly string[];
}

/** Sends to operations and notes what they answer. */
export class Exercise {
  readonly sightings: Sighting[] = [];

  async send(send: Send, operation: Operation, { query = {}, body, headers = {}, key }: Sent = {}): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    const path = search === '' ? operation.path : `${operation.path}?${search}`;
    const options = { headers, ...(body === undefined ? {} : { body }), ...(key === undefined ? {} : { key }) };
    const answer = await send(operation.method, path, options);
    this.note(operation, answer);
    return answer;
  }

  note(operation: Operation, answer: Pick<Answer, 'status' | 'headers' | 'text'>): void {
    const { status, headers } = answer;
    const [mediaType = null] = headers.get('content-type')?.split(';') ?? [];
    this.sightings.push({ id: operation.id, status, mediaType, problems: problemsOf(operation, answer) });
  }

  /** Which statuses an operation has answered with. */
  statusesOf({ id }: Operation): ReadonlySet<number> {
    return new Set(this.sightings.filter((sighting) => sighting.id === id).map(({ status }) => status));
  }
}

/** An answer as it came, by whatever means it was asked for. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What an answer has against what the document says of its operation and status. */
export function problemsOf({ path, method, responses }: Operation, answer: Received): readonly string[] {
  const documented = responses[String(answer.status)];
  if (documented === undefined) return [`${answer.status} is not documented: ${answer.text.slice(0, 200)}`];
  const place = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
  return problemsOfResponse(place, documented, answer);
}

/** The same of an answer that no operation has: a path or method that is not there. */
export function problemsOfShared(answer: Received): readonly string[] {
  return problemsOfResponse(['components', 'responses', 'Error'], { $ref: '#/components/responses/Error' }, answer);
}

function problemsOfResponse(place: readonly string[], response: Part, answer: Received): readonly string[] {
  const { $ref } = response;
  if (typeof $ref === 'string') {
    const target = $ref.slice('#/'.length).split('/');
    const [, , name = ''] = target;
    const missing = name === 'Error' ? (headersOfStatus[answer.status] ?? []) : [];
    return [
      ...missing.filter((header) => !answer.headers.has(header)).map((header) => `the header ${header} is missing`),
      ...problemsOfResponse(target, document.components.responses[name] as Part, answer),
    ];
  }
  const headers = Object.entries((response['headers'] ?? {}) as Readonly<Record<string, Part>>).map(
    ([name, header]) => [name, resolved(header) as unknown as Header] as const,
  );
  return [
    ...headers.flatMap(([name, header]) => headerProblems(name, header, answer)),
    ...problemsOfBody(place, response, answer),
  ];
}

/** The headers that an error of a status must have. */
const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after', 'x-ratelimit-code'],
  503: ['retry-after', 'x-ratelimit-code'],
};

/** A header as the document describes it. */
interface Header {
  readonly required?: boolean;
  readonly schema: Part;
}

/** Whether an answer holds objects in a list, which has no state and so no tag of its own. */
const isList = (text: string) =>
  Object.values((JSON.parse(text) as { readonly response: Part }).response).some((value) => Array.isArray(value));

/** Any answer about one object has an entity tag; any other header is there where it must be. */
function headerProblems(name: string, { required, schema }: Header, { headers, text }: Received): readonly string[] {
  const value = headers.get(name);
  const isExpected = name === 'etag' ? !isList(text) : required === true;
  if (value === null) return isExpected ? [`the header ${name} is missing`] : [];
  return problemsOfHeader(name, schema, value);
}

function problemsOfBody(place: readonly string[], { content }: Part, { headers, text }: Received): readonly string[] {
  if (content === undefined) return text === '' ? [] : [`a body that is not documented: ${text.slice(0, 200)}`];
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  if (!Object.hasOwn(content as Part, mediaType)) return [`the media type "${mediaType}" is not documented`];
  return problemsAt(
    [...place, 'content', mediaType, 'schema'],
    mediaType.startsWith('text/') ? text : JSON.parse(text),
  );
}
