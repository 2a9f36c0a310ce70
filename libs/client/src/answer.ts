/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** The service was not reached, or the connection was lost before the answer was complete. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/** An answer that is not from the service but from a proxy or another server. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly httpStatus: number;
  /** Seconds to wait, if the answer named them. */
  readonly retryAfterS: number | undefined;

  constructor(url: string, { status, headers }: Response, text: string) {
    super(
      `HTTP ${status} from ${withoutQuery(url)}, which is not an answer of the service: ${text.slice(0, shownLength)}`,
    );
    this.httpStatus = status;
    const retryAfter = headers.get('retry-after') ?? '';
    this.retryAfterS = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  }
}

const shownLength = 200;
const withoutQuery = (url: string) => url.split('?', 1)[0];

/** A complete answer of tRPC, with any status. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

/** Sends a request. Throws a ConnectionFailure, or the reason of the signal that aborted it. */
export async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  return orFail(url, init, () => fetch(url, init));
}

/** Reads an answer to its end. Throws a ConnectionFailure, a ForeignAnswer, or the reason of the signal that aborted it. */
export async function readAnswer(url: string, init: RequestInit, response: Response): Promise<Answer> {
  const text = await orFail(url, init, () => response.text());
  const json = parse(text);
  if (!isOfTrpc(json)) throw new ForeignAnswer(url, response, text);
  const { ok, status, headers } = response;
  return { ok, status, headers, json: () => Promise.resolve(json) };
}

async function orFail<T>(url: string, { signal }: RequestInit, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionFailure(`no answer from ${withoutQuery(url)}: ${reason}`, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isOfTrpc = (json: unknown): boolean =>
  Array.isArray(json) || (typeof json === 'object' && json !== null && ('result' in json || 'error' in json));
