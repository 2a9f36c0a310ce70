import { problemsOf } from './answer.ts';
import type { Operation } from './operation.ts';
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
