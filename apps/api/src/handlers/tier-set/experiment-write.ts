import { type StoredExperiment, storedExperimentResource } from '@auction-tiers/contract';
import type { PlannedWrite } from './batch-write.ts';

/** The write that changes attributes of an experiment. */
export const experimentUpdate = (before: StoredExperiment, changes: Partial<StoredExperiment>): PlannedWrite => ({
  write: { operation: 'update', resource: storedExperimentResource, id: before.id, value: { ...before, ...changes } },
  before,
});

/** The attributes that make a running experiment a paused one. */
export const pausedFor = (reason: string): Partial<StoredExperiment> => ({ state: 'paused', reason });
