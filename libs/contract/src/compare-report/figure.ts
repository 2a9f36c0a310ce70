import { z } from 'zod';

export const Money = z
  .string()
  .regex(/^-?\d+\.\d{9}$/)
  .describe('What is earned, exact: an impression that is sold brings a thousandth of its CPM price.');
/** Whole, unless auctions count as several impressions. */
export const Count = z.number().min(0);
export const Share = z.number().min(0).max(1);
