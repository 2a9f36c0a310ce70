import { callLink, type Link } from './call-link.ts';
import { takesKey } from './repeatable.ts';

/** Gives each create and import a key of its own, unless its caller did: every attempt then carries the same. */
export const idempotencyKeyLink: Link = callLink(async (call, send) => {
  const { idempotencyKey } = call.context;
  if (!takesKey(call)) {
    if (idempotencyKey === undefined) return send(call);
    throw new TypeError(`${call.path} was given an idempotencyKey, allowed: creates and imports only`);
  }
  return send({ ...call, context: { ...call.context, idempotencyKey: checked(idempotencyKey ?? drawKey()) } });
});

function checked(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError(
    `the idempotencyKey is ${JSON.stringify(key)}, allowed: 1 to 255 visible ASCII characters without spaces`,
  );
}

/** 128 bits of chance. Not by `randomUUID`, which browsers keep from pages that came without TLS. */
const drawKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
