import { z } from 'zod';

/** The one key that no object of a caller's can have: assigned, it is no key, and zod leaves it out in silence. */
export const impossibleKey = '__proto__';

/** An object whose keys the caller chooses. */
export const recordOf = <Value extends z.ZodType>(key: z.ZodType<string, string>, value: Value) =>
  z.preprocess(
    (input, context) => {
      if (typeof input === 'object' && input !== null && Object.hasOwn(input, impossibleKey)) {
        context.addIssue({ code: 'custom', path: [impossibleKey], message: 'cannot be used as a name', input });
      }
      return input;
    },
    z.record(key, value),
  );
