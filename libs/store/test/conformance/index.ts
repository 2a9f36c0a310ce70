import { testChanges } from './change.ts';
import { testConcurrency } from './concurrency.ts';
import { testCredentials } from './credential.ts';
import { testHistory } from './history.ts';
import { testIdempotency } from './idempotency.ts';
import { testModel } from './model.ts';
import { testObjects } from './object.ts';
import { testOutage } from './outage.ts';
import { testRelations } from './relation.ts';
import { testSecrets } from './secret.ts';
import { testBatchWrites } from './batch-write.ts';
import type { StoreSubject } from './subject.ts';

export type { StoreSubject } from './subject.ts';

/** Registers, in vitest, the tests that every adapter of the store must pass. */
export function testStore(subject: StoreSubject): void {
  testObjects(subject);
  testRelations(subject);
  testConcurrency(subject);
  testChanges(subject);
  testModel(subject);
  testIdempotency(subject);
  testBatchWrites(subject);
  testSecrets(subject);
  testCredentials(subject);
  testOutage(subject);
  testHistory(subject);
}
