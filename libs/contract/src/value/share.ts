import { z } from 'zod';
import { quote } from '../error/issue.ts';

const ppm = 1_000_000;

const error = ({ input }: { readonly input?: unknown }) =>
  `is ${quote(input)}, allowed: a share from 0 to 1 with at most 6 decimals, such as 0.01`;

/** A part of a whole, from 0 to 1, in whole parts per million. */
export const share = () =>
  z
    .number({ error })
    .min(0, { error })
    .max(1, { error })
    .refine((value) => Math.round(value * ppm) / ppm === value, { error })
    .meta({ examples: [0.01] });
