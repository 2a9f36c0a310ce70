import { mcpPath } from '../../src/doors/mcp/mcp-door.ts';
import { tools } from '../../src/doors/mcp/tools.ts';
import { readList } from '../../src/doors/rest/input.ts';
import type { Answer, Method, Row } from '../fixture/request.ts';
import { type Ask, operationOf } from './ask.ts';

/** A request that makes a call at one door. */
export interface Asked {
  /** The operation's name at this door: a method and a path of the document, or the path of a procedure. */
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer says, whichever door it left by. */
export interface Said {
  readonly status: number;
  readonly errorId: string | null;
  /** Of a list. */
  readonly count: number | null;
  readonly rows: readonly Row[];
}

export interface Door {
  readonly name: 'REST' | 'tRPC' | 'MCP';
  /** Null where this door has no such operation. */
  requestOf(ask: Ask): Asked | null;
  read(answer: Answer): Said;
}

export const rest: Door = {
  name: 'REST',
  requestOf(ask) {
    const { id, memberId, query = {}, body, ifMatch, headers = {} } = ask;
    const route = operationOf(ask).rest;
    if (route === undefined) return null;
    const { method, path } = route;
    const parameters = new URLSearchParams({
      ...query,
      ...(id === undefined ? {} : { id: String(id) }),
      ...(memberId === undefined ? {} : { member_id: String(memberId) }),
    });
    const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    const sent = {
      ...headers,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    return { operation: `${method} ${path}`, method, path: `${path}${search}`, body, headers: sent };
  },
  read({ status, response }) {
    const data = Object.entries(response).filter(([name]) => name !== 'dbg_info');
    const rows = data.map(([, value]) => value).find((value) => Array.isArray(value)) as readonly Row[] | undefined;
    return { status, errorId: response.error_id ?? null, count: response.count ?? null, rows: rows ?? [] };
  },
};

export const trpc: Door = {
  name: 'tRPC',
  requestOf(ask) {
    const { procedure: operation, type } = operationOf(ask);
    const path = `/trpc/${operation}`;
    const input = inputOf(ask);
    if (type === 'mutation') return { operation, method: 'POST', path, body: input, headers: ask.headers ?? {} };
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const headers = { ...(type === 'subscription' ? { accept: 'text/event-stream' } : {}), ...ask.headers };
    return { operation, method: 'GET', path: `${path}${search}`, headers };
  },
  read({ status, json, text }) {
    const { error, result }: Outcome = refusedEventOf(text) ?? json;
    return {
      status: error?.data.httpStatus ?? status,
      errorId: error?.data.error_id ?? null,
      count: result?.data?.count ?? null,
      rows: result?.data?.items ?? [],
    };
  },
};

export const mcp: Door = {
  name: 'MCP',
  requestOf(ask) {
    const tool = tools.find(({ procedure }) => procedure === operationOf(ask).procedure);
    if (tool === undefined) return null;
    const params = { name: tool.name, arguments: inputOf(ask) ?? {} };
    const headers = { accept: 'application/json, text/event-stream', ...ask.headers };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return { operation: `mcp ${tool.procedure}`, method: 'POST', path: mcpPath, body, headers };
  },
  read({ status, response, text }) {
    const event = /^data: (.*)$/m.exec(text)?.[1];
    if (event === undefined) return { status, errorId: response?.error_id ?? null, count: null, rows: [] };
    const { result } = JSON.parse(event) as ToolOutcome;
    const { error_id: errorId = null, status: refused = status, answer } = result.structuredContent;
    return { status: refused, errorId, count: answer?.count ?? null, rows: answer?.items ?? [] };
  },
};

interface ToolOutcome {
  readonly result: {
    readonly structuredContent: {
      readonly error_id?: string;
      readonly status?: number;
      readonly answer?: { readonly count?: number; readonly items?: readonly Row[] };
    };
  };
}

export const doors: readonly Door[] = [rest, trpc, mcp];

interface Outcome {
  readonly result?: { readonly data?: { readonly count?: number; readonly items?: readonly Row[] } };
  readonly error?: { readonly data: { readonly httpStatus: number; readonly error_id: string } };
}

/** A refused subscription answers with an event of the protocol. */
function refusedEventOf(text: string): Outcome | undefined {
  const event = /^event: serialized-error\ndata: (.*)$/m.exec(text)?.[1];
  return event === undefined ? undefined : { error: JSON.parse(event) as NonNullable<Outcome['error']> };
}

/** The input of a procedure: the query's values typed as the table says, and the body merged or under its name. */
function inputOf(ask: Ask): unknown {
  const { id, memberId, query, body, ifMatch } = ask;
  const { rest: route } = operationOf(ask);
  const isList = route?.rows !== undefined && route.answer.form === 'page';
  const typed = Object.entries(query ?? {}).map(([name, value]) => {
    const kind = route?.query?.[name];
    return [name, kind === 'flag' ? value === 'true' : kind === 'whole' ? Number(value) : value] as const;
  });
  const input = {
    ...(id === undefined ? {} : { id }),
    ...(isList ? readList(query ?? {}, route.rows) : Object.fromEntries(typed)),
    ...(route?.body?.as === undefined || body === undefined ? body : { [route.body.as]: body }),
    ...(memberId === undefined ? {} : { member_id: memberId }),
    ...(ifMatch === undefined ? {} : { if_match: ifMatch }),
  };
  return Object.keys(input).length === 0 ? undefined : input;
}
