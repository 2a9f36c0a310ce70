import type { Operation } from '@trpc/client';
import { takesKey } from './repeatable.ts';

/**
 * How a call travels: in a request or a stream of its own, or with others. What the service answers from memory does not
 * travel with what needs its store, and so does not fail with it.
 */
export type Lane = 'alone' | 'memory' | 'store' | 'stream';

/** A query with more input than this, as it stands in the address, travels alone: it might not fit otherwise. */
const maxBatchedInput = 7000;

/** Creates and imports travel alone, for their key names one call, and so does a login, which nothing authorises. */
export function laneOf(call: Operation): Lane {
  const { type, path, input, context } = call;
  if (type === 'subscription') return 'stream';
  if (takesKey(call) || path === 'auth.login' || context['travelsAlone'] === true) return 'alone';
  if (type === 'query' && lengthInAddress(input) > maxBatchedInput) return 'alone';
  return /^(?:auction|dma|country)\./.test(path) ? 'memory' : 'store';
}

/** The same call, to travel alone. */
export const alone = (call: Operation): Operation => ({ ...call, context: { ...call.context, travelsAlone: true } });

const lengthInAddress = (input: unknown): number =>
  input === undefined ? 0 : encodeURIComponent(JSON.stringify(input)).length;
