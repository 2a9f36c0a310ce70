import { isTimezone } from '@auction-tiers/tier-engine';
import { z } from 'zod';

/** The IANA name of a time zone. */
export const timezone = () =>
  z
    .string()
    .refine(isTimezone, { error: timezoneIssue })
    .meta({ examples: ['America/New_York'] });

const timezoneIssue = (issue: { readonly input?: unknown }) =>
  `is ${JSON.stringify(issue.input)}, allowed: an IANA time zone such as America/New_York`;
