import { readFileSync } from 'node:fs';
import type { YmProfileStep, YmProfileSteps } from '../../port/change.ts';
import type { FunctionLibrary, RedisLink } from '../connection/link.ts';
import { ownedChangesKey, partitionPrefix, stepsKey, stepsOwnerKey } from '../layout/layout.ts';
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
  const keys = [stepsKey(partition, memberId, ymProfileId), stepsOwnerKey(partition, memberId)];
  const args = [partitionPrefix(partition), String(start), String(count)];
  const reply = await link.run('EVAL_RO', script, String(keys.length), ...keys, ...args);
  const [known, total, found] = reply as [unknown, unknown, [string, string, unknown[]][]];
  const steps = found
    // A change that is gone was trimmed in the middle of a step.
    .filter(([, , entry]) => entry.length > 0)
    .map(([revision, text, entry]) => ({ ...toStep(Number(revision), text), change: toChange(partition, entry) }));
  return { steps, total: Number(total), isWhole: Number(known) === 1 };
}

function toStep(revision: number, text: string): YmProfileStep {
  const [first = 0, last = 0, created = 0, updated = 0, deleted = 0] = text.split(' ').map(Number);
  return { revision, first, last, created, updated, deleted };
}

/** Steps that are added together. */
const mostAtOnce = 500;

/** Adds steps to the index. Those that it has already stay as they are. */
export async function indexSteps(
  library: FunctionLibrary,
  { partition, memberId }: Place,
  steps: readonly (YmProfileStep & { readonly ymProfileId: number })[],
  isLast: boolean,
): Promise<void> {
  const prefix = partitionPrefix(partition);
  for (let start = 0; start === 0 || start < steps.length; start += mostAtOnce) {
    const some = steps.slice(start, start + mostAtOnce);
    const isEnd = isLast && start + mostAtOnce >= steps.length;
    const texts = some.flatMap(({ ymProfileId, revision, first, last, created, updated, deleted }) => [
      String(ymProfileId),
      String(revision),
      [first, last, created, updated, deleted].join(' '),
    ]);
    const args = [prefix, String(memberId), isEnd ? '1' : '', ...texts];
    await library.call('index_steps', prefix, ownedChangesKey(partition, memberId), args);
  }
}
