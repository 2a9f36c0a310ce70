import { momentsAllowed, readMoment } from '../auction/moment.ts';

/** The moment of a line of OpenRTB, or why the line cannot be used. */
export type LineTime =
  | { readonly ok: true; readonly timeMs: number | undefined }
  | { readonly ok: false; readonly problem: string };

const longestShown = 40;

/**
 * The moment that a line names: at a dotted path such as `bid_request.ext.ts`, which it then must have, or else in `time`.
 * `timeMs` is undefined if it names none.
 */
export function readLineTime(line: Readonly<Record<string, unknown>>, path: string | undefined): LineTime {
  const value = valueAt(line, path ?? 'time');
  if (value === undefined || value === null) {
    return path === undefined ? { ok: true, timeMs: undefined } : { ok: false, problem: `has no time at ${path}` };
  }
  const timeMs = readMoment(value);
  if (timeMs !== undefined) return { ok: true, timeMs };
  const shown = JSON.stringify(value).slice(0, longestShown);
  return { ok: false, problem: `has the ${path ?? 'time'} ${shown}, allowed: ${momentsAllowed}` };
}

/** In a list, a part of the path is an index from 0. */
function valueAt(line: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  }, line);
}
