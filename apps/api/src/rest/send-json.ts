import type { ServerResponse } from 'node:http';

/** Ends a response with a value as JSON; of one to HEAD only the headers are sent. */
export function sendJson(response: ServerResponse, status: number, value: object): void {
  const text = JSON.stringify(value);
  const byteCount = Buffer.byteLength(text);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', byteCount);
  // A text leaves in one piece with the headers; one of ASCII alone is the quickest to copy.
  response.end(text, byteCount === text.length ? 'latin1' : 'utf8');
}
