import type {
  ApiKey,
  AuctionTier,
  ChangeLogEntry,
  CountryRow,
  DmaRow,
  Issue,
  Member,
  PlatformMember,
  TargetingProfile,
  User,
  YmProfile,
} from '@auction-tiers/contract';

/** An object of an answer, before a test says more about it. */
export type Row = Readonly<Record<string, unknown>>;

/** What stands in `response`; the data key is one of the others. */
export interface Content extends Row {
  readonly status: 'OK' | 'ERROR';
  readonly count: number;
  readonly start_element: number;
  readonly num_elements: number;
  readonly id: number;
  readonly error_id: string;
  readonly error_code: string | null;
  readonly error: string;
  readonly dbg_info: {
    readonly output_term: string;
    readonly version: string;
    readonly warnings: readonly string[];
    readonly time: number;
    readonly request_id: string;
    readonly issues: readonly Issue[];
    readonly stray_bids: readonly Row[];
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Row;
  readonly response: Content;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';

export interface RequestOptions {
  /** Sent as Authorization; null sends none. */
  readonly key?: string | null;
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (method: Method, path: string, options?: RequestOptions) => Promise<Answer>;

/** Sends requests to one service, as the given caller unless told otherwise. */
export function createSend(url: string, callerKey: string): Send {
  return async (method, path, { key = callerKey, body, headers = {} } = {}) => {
    const sent = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: toBody(body) }),
    });
    const text = await sent.text();
    const isJson = sent.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    const json = (isJson ? JSON.parse(text) : {}) as Row;
    return { status: sent.status, headers: sent.headers, text, json, response: (json['response'] ?? {}) as Content };
  };
}

function toBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);
}

/** The objects of the services by their singular key. */
interface Rows {
  readonly 'ym-auction-tier': AuctionTier;
  readonly 'ym-profile': YmProfile;
  readonly profile: TargetingProfile;
  readonly 'platform-member': PlatformMember;
  readonly member: Member;
  readonly dma: DmaRow;
  readonly country: CountryRow;
  readonly user: User;
  readonly 'api-key': ApiKey;
}

/** The same by their plural key. */
interface PluralRows {
  readonly 'ym-auction-tiers': AuctionTier;
  readonly 'ym-profiles': YmProfile;
  readonly profiles: TargetingProfile;
  readonly members: Member;
  readonly dmas: DmaRow;
  readonly countries: CountryRow;
  readonly 'change-logs': ChangeLogEntry;
  readonly users: User;
  readonly 'api-keys': ApiKey;
}

/** The rows of a list's answer. */
export function rowsOf<Key extends keyof PluralRows>({ response }: Answer, plural: Key): readonly PluralRows[Key][] {
  return response[plural] as readonly PluralRows[Key][];
}

/** The object of an answer about one. */
export function rowOf<Key extends keyof Rows>({ response }: Answer, service: Key): Rows[Key] {
  return response[service] as Rows[Key];
}

/** Where the problems of a refused request are. */
export const issuePaths = ({ response }: Answer): readonly string[] => response.dbg_info.issues.map(({ path }) => path);
