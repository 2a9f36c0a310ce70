import { z } from 'zod';

/** The IANA name of a time zone. */
export const timezone = () =>
  z
    .string()
    .refine(isTimezone, { error: timezoneIssue })
    .meta({ examples: ['America/New_York'] });

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const timezoneIssue = (issue: { readonly input?: unknown }) =>
  `is ${JSON.stringify(issue.input)}, allowed: an IANA time zone such as America/New_York`;
