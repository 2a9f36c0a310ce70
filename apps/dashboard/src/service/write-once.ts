import type { AppRouter } from '@auction-tiers/contract';
import type { Operation, TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { repeatDelayMs, repeats } from './problem.ts';

type Failure = TRPCClientError<AppRouter>;

/** Who has a draft open is told again soon: a lost answer is of no consequence. */
const isWrite = ({ type, path }: Pick<Operation, 'type' | 'path'>): boolean =>
  type === 'mutation' && path !== 'draft.watch';

/** Gives every write a key, by which the service does it once however often it arrives. */
export const idempotencyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!isWrite(op)) return next(op);
    const headers = { 'idempotency-key': drawKey(), ...(op.context['headers'] as object | undefined) };
    return next({ ...op, context: { ...op.context, headers } });
  };

function drawKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Writes that wait to be sent again, with why; another map after each change. */
let waiting: ReadonlyMap<symbol, Failure> = new Map();
const listeners = new Set<() => void>();

function setWaiting(write: symbol, reason: Failure | null): void {
  const others = [...waiting].filter(([one]) => one !== write);
  waiting = new Map(reason === null ? others : [...others, [write, reason]]);
  for (const listener of listeners) listener();
}

/** Why a write waits to be sent again; null: none does. */
export const reasonOfWaitingWrite = (): Failure | null => waiting.values().next().value ?? null;

export function onWaitingWrite(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const failedWrites = new WeakSet<Failure>();

/** Whether a write has failed after all repeats of `repeatLink`: the edit that it is part of is not made again. */
export const isFailedWrite = (error: unknown): boolean => failedWrites.has(error as Failure);

/**
 * Sends a write again whose answer was lost or that the service put off. It stands behind `idempotencyLink`, so that all
 * repeats have one key. A repeat of the whole edit would have another key: where only the answer was lost, the edit would
 * then be made twice.
 */
export const repeatLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!isWrite(op)) return next(op);
    return observable((observer) => {
      let running: Unsubscribable | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const write = Symbol(op.path);
      const send = (failures: number) => {
        running = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (repeats(failures, error)) {
              setWaiting(write, error);
              timer = setTimeout(send, repeatDelayMs(failures, error), failures + 1);
            } else {
              failedWrites.add(error);
              observer.error(error);
            }
          },
        });
      };
      send(0);
      return () => {
        setWaiting(write, null);
        clearTimeout(timer);
        running?.unsubscribe();
      };
    });
  };
