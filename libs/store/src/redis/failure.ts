import { StoreUnavailable } from '../store-error.ts';

/** Replies by which a server that is there says that it cannot serve now. */
const passing =
  /^(LOADING|EXECABORT|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM|UNBLOCKED|NOGOODSLAVE)\b/;

/** Failures by which the command cannot have reached Redis. */
const neverSent = /isn't writeable|isn't ready|None of startup nodes|Failed to refresh slots cache/;

/** What ioredis threw, as the store's own error: a passing trouble is `StoreUnavailable`, a server's complaint stays. */
export function toStoreError(error: unknown, where: string): Error {
  if (error instanceof StoreUnavailable) return error;
  if (!(error instanceof Error)) return new Error(`Redis at ${where} failed: ${String(error)}`, { cause: error });
  if (error.name !== 'ReplyError') {
    return new StoreUnavailable(`Redis at ${where} does not answer (${reason(error)})`, {
      outcomeUnknown: !neverSent.test(error.message),
    });
  }
  if (passing.test(error.message)) return new StoreUnavailable(`Redis at ${where} cannot serve now (${error.message})`);
  return new Error(`Redis at ${where} refused a command: ${error.message}`);
}

/** Without the error itself: it carries the arguments of the command, which may be secrets. */
function reason(error: Error): string {
  if (neverSent.test(error.message)) return 'not connected';
  if (error.name === 'MaxRetriesPerRequestError') return 'the connection broke';
  return error.message;
}
