// Loaded into a server before its own code: reports usage to the process that started it, and ends with it.

/** The usage of a server. */
export interface Usage {
  /** Processor time of all threads since the start. */
  readonly processorMicros: number;
  /** 99.9 % of the event loop's turns since the last report: a turn's duration, and its thread's processor time. */
  readonly holdMs: number;
  readonly processorMs: number;
  /** The peak memory of the process since its start. */
  readonly peakBytes: number;
}

const everyMs = 2;
const read = () => ({ wallMs: performance.now(), processor: process.threadCpuUsage() });

if (process.send !== undefined) {
  let turns: { readonly wallMs: number; readonly processorMs: number }[] = [];
  let before = read();
  setInterval(() => {
    const now = read();
    const { user, system } = process.threadCpuUsage(before.processor);
    turns.push({ wallMs: Math.max(0, now.wallMs - before.wallMs - everyMs), processorMs: (user + system) / 1000 });
    before = now;
  }, everyMs).unref();
  process.on('message', () => {
    const most = (of: 'wallMs' | 'processorMs') =>
      turns.map((turn) => turn[of]).toSorted((a, b) => a - b)[Math.floor(0.999 * (turns.length - 1))] ?? 0;
    const { user, system } = process.cpuUsage();
    const turn = { holdMs: most('wallMs'), processorMs: most('processorMs') };
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    process.send?.({ processorMicros: user + system, ...turn, peakBytes } satisfies Usage);
    turns = [];
  });
  process.once('disconnect', () => process.exit());
  // Listening alone would keep the process alive.
  process.channel?.unref();
}
