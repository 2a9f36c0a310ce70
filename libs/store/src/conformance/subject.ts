import { onTestFinished } from 'vitest';
import type { ServiceName } from '@auction-tiers/contract';
import type { ObjectStore } from '../port/object-store.ts';

/** An adapter under test, with the server that it keeps its data in. */
export interface StoreSubject {
  /** A store on an emptied server. */
  openEmpty(): Promise<ObjectStore>;
  /** Another store on the data as they are: a second replica. */
  open(): Promise<ObjectStore>;
  /** The object's attributes, without its secrets, as another application reads them, through a client that the adapter does not use. */
  readHash(service: ServiceName, partition: number, id: number): Promise<Readonly<Record<string, string>>>;
  /** A partition's change log, whole and exactly as it is kept, read in the same way. */
  readLog(partition: number): Promise<string>;
  /** Drops a partition's changes up to a revision, as an operator does who needs the room. */
  forgetChanges(partition: number, throughRevision: number): Promise<void>;
  /** Ends the server at once, as if its power was cut. */
  kill(): Promise<void>;
  /** Starts it again, at the same address, over what is on its disk. */
  start(): Promise<void>;
}

/** An empty store that lives as long as the test. */
export async function emptyStore(subject: StoreSubject): Promise<ObjectStore> {
  const store = await subject.openEmpty();
  onTestFinished(() => store.close());
  return store;
}

/** A second replica of the store that lives as long as the test. */
export async function secondStore(subject: StoreSubject): Promise<ObjectStore> {
  const store = await subject.open();
  onTestFinished(() => store.close());
  return store;
}
