import { readFileSync } from 'node:fs';
import { issuesOf } from '@auction-tiers/contract';
import { MarketParams, ResponseParams } from '@auction-tiers/market';
import type { z } from 'zod';
import { messageOf, wrongUsage } from '../cli/failure.ts';

const shownIssues = 5;

/** Reads a params file. Throws a `Failure` that names the first five problems. */
export const readParams = (file: string): MarketParams => readChecked(MarketParams, '--params', file);

/** Reads how buyers answer; without a file, they do not. Throws a `Failure` that names the first five problems. */
export const readResponse = (file: string | undefined): ResponseParams =>
  file === undefined ? ResponseParams.parse({ version: 1 }) : readChecked(ResponseParams, '--response', file);

function readChecked<Schema extends z.ZodType>(schema: Schema, option: string, file: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw wrongUsage(`${option}: ${file} ${problem}: ${messageOf(error)}.`, error);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = issuesOf(parsed.error);
  const shown = issues.slice(0, shownIssues).map(({ path, message }) => `${path} ${message}`.trim());
  const more = issues.length > shownIssues ? `; and ${issues.length - shownIssues} more` : '';
  throw wrongUsage(`${option}: ${file} cannot be used: ${shown.join('; ')}${more}.`);
}

/** Params as JSON for editing: one entry per line. */
export function printParams(params: MarketParams): string {
  const fields = Object.entries(params).map(([name, value]) => `  ${JSON.stringify(name)}: ${printValue(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function printValue(value: unknown): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return JSON.stringify(value);
  return `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
}
