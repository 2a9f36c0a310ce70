import type { Alert } from '@auction-tiers/contract';

/** What stands among the things that need somebody by itself, by the ids of drafts and of live tests. */
interface Shown {
  readonly draft: readonly number[];
  readonly experiment: readonly number[];
}

/** The alerts without those that say again what stands beside them: a request for approval is one thing. */
export const withoutShown = <One extends Pick<Alert, 'kind' | 'subject_id'>>(
  alerts: readonly One[],
  shown: Shown,
): One[] =>
  alerts.filter(
    ({ kind, subject_id: id }) =>
      id === null || (kind !== 'draft' && kind !== 'experiment') || !shown[kind].includes(id),
  );
