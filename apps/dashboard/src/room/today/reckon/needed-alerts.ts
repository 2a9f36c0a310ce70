import type { Alert } from '@auction-tiers/contract';

/** The alerts without those that say again what stands beside them: a request for approval is one thing. */
export const withoutShown = <One extends Pick<Alert, 'kind' | 'subject_id'>>(
  alerts: readonly One[],
  /** What stands among the things that need somebody by itself: ids. */
  shown: Readonly<Record<'draft' | 'experiment', readonly number[]>>,
): One[] =>
  alerts.filter(
    ({ kind, subject_id: id }) =>
      id === null || (kind !== 'draft' && kind !== 'experiment') || !shown[kind].includes(id),
  );
