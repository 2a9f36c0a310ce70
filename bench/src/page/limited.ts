import { setTimeout } from 'node:timers/promises';

const mostMs = 60_000;

/**
 * Waits for a page, though not for ever: what is done by a page whose thread hangs is never answered, and the browser's
 * client has a limit only for what looks for an element.
 *
 * @param what named in the error: `page: scroll`
 * @throws Error after a minute without an answer
 */
export async function limited<T>(what: string, act: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = setTimeout(mostMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what}: no answer of the page within ${mostMs / 1000} s`);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    over.abort();
    await late.catch(() => undefined);
  }
}
