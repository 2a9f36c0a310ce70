import { WrongAnswer } from '../suite/suite.ts';

/** Where a request goes, and as whom. */
export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The service refused a request. */
export class Refused extends WrongAnswer {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const mostMs = 60_000;

/**
 * Sends one request to the service's REST interface. Gives what its answer has under `response`. Throws `Refused` where the
 * service refuses, and an error where it does not answer within a minute.
 */
export async function ask(
  { url, headers }: Asked,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { method, headers, signal: AbortSignal.timeout(mostMs), ...sent });
  const { response } = (await answer.json()) as { response: Readonly<Record<string, unknown>> };
  if (answer.status === 200) return response;
  throw new Refused(`${method} ${path}: HTTP ${answer.status}, ${String(response['error'])}`, answer.status);
}

/** Asks as `ask` does. Gives the data of an answer under a name. */
export type AskFor = <Data>(name: string, path: string, body?: object) => Promise<Data>;

export const askAs =
  (asked: Asked): AskFor =>
  async <Data>(name: string, path: string, body?: object) =>
    (await ask(asked, body === undefined ? 'GET' : 'POST', path, body))[name] as Data;
