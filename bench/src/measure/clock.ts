/** Durations in milliseconds. */
export interface Elapsed {
  /** Elapsed time, which includes the time of other programs on the processor. */
  readonly wallMs: number;
  /** Processor time of this thread: JavaScript, and the part of garbage collection that pauses it. */
  readonly threadMs: number;
  /** Processor time of the whole process: also native threads, and garbage collection and compilation in the background. */
  readonly processMs: number;
}

/** Starts a clock. Gives a function that reads it. */
export function startClock(): () => Elapsed {
  const process0 = process.cpuUsage();
  const thread0 = process.threadCpuUsage();
  const wall0 = performance.now();
  return () => {
    const wallMs = performance.now() - wall0;
    return {
      wallMs,
      threadMs: toMs(process.threadCpuUsage(thread0)),
      processMs: toMs(process.cpuUsage(process0)),
    };
  };
}

function toMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
