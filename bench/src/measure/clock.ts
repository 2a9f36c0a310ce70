/** How long something took, in milliseconds. */
export interface Elapsed {
  /** On the wall, which counts the time in which other programs had the processor. */
  readonly wallMs: number;
  /** Processor time of this thread: JavaScript, and the part of collecting garbage that holds JavaScript up. */
  readonly threadMs: number;
  /** Processor time of the whole process: native workers, but also the collector and the optimiser in the background. */
  readonly processMs: number;
}

/** Starts a clock; what it gives reads it. */
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
