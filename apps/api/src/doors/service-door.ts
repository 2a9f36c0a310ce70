import type { RequestListener } from 'node:http';
import { addSafety } from './http/browser-safety.ts';

/**
 * Answers the services of objects before express, whose way to them costs as much as the whole answer: `listeners` are
 * what it would call in the end, by path. `others` answer every other path.
 */
export function serviceDoor(listeners: ReadonlyMap<string, RequestListener>, others: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '' } = request;
    const end = url.indexOf('?');
    const listener = listeners.get(end === -1 ? url : url.slice(0, end));
    if (listener === undefined) others(request, response);
    else {
      addSafety(request, response);
      listener(request, response);
    }
  };
}
