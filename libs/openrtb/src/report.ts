import type { Report } from './model.ts';

/** Reports problems of an object at their place in what holds it: `bidfloor` below `video` is `video.bidfloor`. */
export const below =
  (report: Report, prefix: string): Report =>
  (path, message) =>
    report(`${prefix}.${path}`, message);

/**
 * Reports all problems as those of one field, whatever the reader of its value calls them: a floor per second is read as
 * any other floor.
 */
export const allAt =
  (report: Report, path: string): Report =>
  (_path, message) =>
    report(path, message);
