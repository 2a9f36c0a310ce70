import type { RequestListener } from 'node:http';
import { Turnstile } from '../../slice/turnstile.ts';
import { subscriptionPaths } from './refuse-follower.ts';

/**
 * Opening a subscription takes half a millisecond, and a client that comes back opens hundreds at once. Each part of it lets
 * one go on per turn of the event loop: `begun` before express, `admitted` once its credential was looked up.
 */
export const openings = { begun: new Turnstile(1), admitted: new Turnstile(1) };

const targets: ReadonlySet<string> = new Set([...subscriptionPaths].map((path) => `/trpc${path}`));

/** Passes requests on to a listener, those that open a subscription in turn. */
export const openInTurn =
  (listener: RequestListener): RequestListener =>
  async (request, response) => {
    const [target = ''] = (request.url ?? '').split('?', 1);
    if (targets.has(target)) await openings.begun.pass();
    if (!response.destroyed) listener(request, response);
  };
