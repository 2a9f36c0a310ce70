/** Npm passes on a Ctrl-C that the terminal has sent to everybody already; a person's second one takes longer. */
const echoMs = 1000;

/**
 * Watches for the wish to stop: Ctrl-C, SIGTERM, SIGHUP.
 *
 * @param onStop called once, at the first signal
 * @param onForce called at a Ctrl-C that follows it, unless it is only the first one's echo
 */
export function watchStopSignals(onStop: (signal: NodeJS.Signals) => void, onForce: () => void): void {
  let stoppedMs: number | undefined;
  const hear = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (stoppedMs === undefined) {
      stoppedMs = nowMs;
      onStop(signal);
    } else if (signal === 'SIGINT' && nowMs - stoppedMs > echoMs) {
      onForce();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
}
