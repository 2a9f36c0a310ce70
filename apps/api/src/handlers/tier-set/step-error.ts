import { ServiceError } from '@auction-tiers/contract';
import type { BatchResult } from '@auction-tiers/store';
import { toError } from '../request/refusal.ts';
import type { Settled } from './outcome.ts';

/** What a caller is told when the store refuses an import; `refused`: the object that it refused, where it is one. */
export function toStepError(
  { refusal }: Extract<BatchResult, { readonly ok: false }>,
  refused: Settled | undefined,
  ymProfileId: number,
): ServiceError {
  if (refusal.kind === 'changed') {
    const message = `the objects of ym-profile ${ymProfileId}'s member are being changed by others at the same time; try again`;
    return new ServiceError('conflict', message);
  }
  const error = toError(refusal, refused?.resource.service ?? 'ym-profile', refused?.id ?? ymProfileId);
  if (refused === undefined || refusal.kind === 'limit') return error;
  const issues = error.issues.map(({ path, message }) => ({ path: `${refused.path}.${path}`, message }));
  return new ServiceError(error.kind, `${refused.path}.${error.message}`, { issues });
}
