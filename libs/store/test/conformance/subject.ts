import { onTestFinished } from 'vitest';
import type { ServiceName } from '@auction-tiers/contract';
import type { ObjectStore } from '../../src/port/object-store.ts';
import type { StoreMemory } from '../../src/port/position.ts';

/** An adapter under test, and the server of its data. */
export interface StoreSubject {
  /** A store on an emptied server. */
  openEmpty(): Promise<ObjectStore>;
  /** Another store on the present data: a second replica, or with the memory of an earlier one. */
  open(memory?: StoreMemory): Promise<ObjectStore>;
  /** The attributes of an object, without its secrets, read through a client that the adapter does not use. */
  readHash(service: ServiceName, partition: number, id: number): Promise<Readonly<Record<string, string>>>;
  /** The whole change log of a partition as it is stored, read in the same way. */
  readLog(partition: number): Promise<string>;
  /** Trims a partition's changes up to a revision, as an operator may do. */
  forgetChanges(partition: number, throughRevision: number): Promise<void>;
  /** Kills the server, as a power failure does. */
  kill(): Promise<void>;
  /** Starts it again, at the same address, with the data on its disk. */
  start(): Promise<void>;
  /** Copies the data on the server's disk, and gives the copy's name. */
  keepCopy(): Promise<string>;
  /** Restarts the server with a copy in place of its data. */
  bringBack(copy: string): Promise<void>;
  /** Removes all data, while the server runs. */
  empty(): Promise<void>;
  /** What an operator does to take the database as it is, on a machine with this memory. */
  adopt(memory: StoreMemory): Promise<void>;
}

/** An empty store, closed at the end of the test. */
export async function emptyStore(subject: StoreSubject): Promise<ObjectStore> {
  const store = await subject.openEmpty();
  onTestFinished(() => store.close());
  return store;
}

/** A second replica of the store, closed at the end of the test. */
export async function secondStore(subject: StoreSubject): Promise<ObjectStore> {
  const store = await subject.open();
  onTestFinished(() => store.close());
  return store;
}
