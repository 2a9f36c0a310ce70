import { changesTiers, type HistoryStep } from '@auction-tiers/contract';
import { msOf } from '../../../figure/date.ts';

type Step = Pick<HistoryStep, 'time' | 'user' | 'kind' | 'summary' | 'changes'>;

/** Steps that were made in one go: of one user and kind, with no more than a quarter of an hour between two. */
export interface ChangeGroup {
  readonly timeMs: number;
  readonly user: string;
  readonly kind: Step['kind'];
  readonly count: number;
  /** What was changed, in words, the last change first. */
  readonly summary: readonly string[];
}

const togetherMs = 15 * 60_000;

/** Steps that change the tiers, in groups, the latest first. `steps`: the latest first. */
export function groupChanges(steps: readonly Step[]): ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const { time, user, kind, summary } of steps.filter(changesTiers)) {
    const timeMs = msOf(time);
    const last = groups.at(-1);
    if (last !== undefined && last.user === user && last.kind === kind && last.timeMs - timeMs <= togetherMs) {
      groups[groups.length - 1] = {
        ...last,
        timeMs,
        count: last.count + 1,
        summary: [...last.summary, ...summary],
      };
    } else groups.push({ timeMs, user, kind, count: 1, summary });
  }
  return groups;
}

const verbs = {
  publish: 'published',
  import: 'imported',
  restore: 'restored',
  undo: 'a change undone',
  write: 'changed',
} as const;

/** `published by Ada`, `3 changes by Ada`. */
export const groupWords = ({ kind, user, count }: Pick<ChangeGroup, 'kind' | 'user' | 'count'>): string =>
  kind === 'write' && count > 1 ? `${count} changes by ${user}` : `${verbs[kind]} by ${user}`;
