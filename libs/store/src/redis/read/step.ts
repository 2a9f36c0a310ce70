import { readFileSync } from 'node:fs';
import type { YmProfileStep, YmProfileSteps } from '../../port/change.ts';
import type { RedisLink } from '../connection/link.ts';
import { partitionPrefix, stepsKey } from '../layout/layout.ts';
import { toChange } from './change.ts';

const script = readFileSync(new URL('../../../lua/read-steps.lua', import.meta.url), 'utf8');

interface Place {
  readonly partition: number;
  readonly memberId: number;
}

/** A page of the steps of a ym-profile, newest first. */
export async function readSteps(
  link: RedisLink,
  { partition, memberId }: Place,
  ymProfileId: number,
  start: number,
  count: number,
): Promise<YmProfileSteps> {
  const key = stepsKey(partition, memberId, ymProfileId);
  const reply = await link.run('EVAL_RO', script, '1', key, partitionPrefix(partition), String(start), String(count));
  const [total, found] = reply as [unknown, [string, string, unknown[]][]];
  const steps = found
    // A step whose last change was trimmed has no entry.
    .filter(([, , entry]) => entry.length > 0)
    .map(([revision, text, entry]) => ({ ...toStep(Number(revision), text), change: toChange(partition, entry) }));
  return { steps, total: Number(total) };
}

function toStep(revision: number, text: string): YmProfileStep {
  const [first = 0, last = 0, created = 0, updated = 0, deleted = 0] = text.split(' ').map(Number);
  return { revision, first, last, created, updated, deleted };
}
