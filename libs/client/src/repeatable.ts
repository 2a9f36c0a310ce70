import type { Operation } from '@trpc/client';
import { callLink, type Link } from './call-link.ts';

/** Auctions that are counted: a caller's key makes those that it sends again one auction. */
const countedAuctions: ReadonlySet<string> = new Set(['auction.run', 'auction.runMany', 'auction.openrtb']);

/**
 * Whether a call is given an idempotency key: every write of stored objects. Without one, each repeated create stores
 * another object, and a repeated update overwrites what others have written in between. The contract's table of
 * operations has the same list; importing it would bring all validators into a browser's bundle. A test compares both.
 */
const needsKey = ({ path }: Pick<Operation, 'path'>): boolean =>
  /\.(?:create|update|remove|import|restore|undo|publish|approve|rebase|unschedule)$|^draft\.ask$/.test(path) ||
  /^experiment\.(?:start|pause|resume|end)$/.test(path);

/** Whether the service reads an idempotency key of a call. */
const takesKey = (call: Pick<Operation, 'path'>): boolean => needsKey(call) || countedAuctions.has(call.path);

export const isRemove = ({ path }: Pick<Operation, 'path'>): boolean => path.endsWith('.remove');

/**
 * Whether executing a call twice has the same effect as executing it once. A mutation that is not named here is not
 * repeatable.
 */
export function isRepeatable(call: Pick<Operation, 'type' | 'path' | 'input'>): boolean {
  const { type, path, input } = call;
  if (type === 'query' || path === 'auth.login' || path === 'auction.explain') return true;
  return takesKey(call) && !namesPassword(input);
}

/** Whether a call changes a password: it names the current one, which the first attempt may have changed. */
function namesPassword(input: unknown): boolean {
  const { changes } = (input ?? {}) as { readonly changes?: object };
  return changes !== undefined && 'current_password' in changes;
}

/**
 * Gives each write an idempotency key, unless the caller did; all attempts carry the same key. An auction has only that
 * of its caller: the service keeps the answer of every auction with a key, and a batch of auctions has one header.
 */
export const idempotencyKeyLink: Link = callLink(async (call, send) => {
  const { idempotencyKey } = call.context;
  if (idempotencyKey === undefined && !needsKey(call)) return send(call);
  if (!takesKey(call))
    throw new TypeError(
      `${call.path} was given an idempotencyKey, allowed: writes of stored objects and auctions only`,
    );
  return send({ ...call, context: { ...call.context, idempotencyKey: checked(idempotencyKey ?? drawKey()) } });
});

function checked(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError(
    `the idempotencyKey is ${JSON.stringify(key)}, allowed: 1 to 255 visible ASCII characters without spaces`,
  );
}

/** 128 random bits. `randomUUID` is missing in browsers on pages without TLS. */
const drawKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
