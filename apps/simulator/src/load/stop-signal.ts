/** Runs work that Ctrl-C ends early; a second Ctrl-C ends the process. */
export async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const caller = new AbortController();
  const abort = () => caller.abort();
  process.once('SIGINT', abort);
  try {
    return await work(caller.signal);
  } finally {
    process.off('SIGINT', abort);
  }
}
