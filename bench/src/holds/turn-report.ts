// Loaded into the service before its own code: reports how much processor time its thread used between two turns of its
// event loop. Other programs on the machine lengthen a hold; this they do not.

const everyMs = 2;
const microsPerMs = 1000;

/** Of all samples since the last report, milliseconds of processor time. */
export interface Turns {
  readonly samples: number;
  readonly longestMs: number;
  readonly p999Ms: number;
}

if (process.send !== undefined) {
  let samples: number[] = [];
  let before = process.threadCpuUsage();
  const sample = () => {
    const now = process.threadCpuUsage();
    samples.push((now.user + now.system - before.user - before.system) / microsPerMs);
    before = now;
  };
  setInterval(sample, everyMs).unref();
  process.on('message', (message) => {
    if (message !== 'turns') return;
    const ascending = Float64Array.from(samples).toSorted();
    samples = [];
    const p999Ms = ascending[Math.floor(0.999 * (ascending.length - 1))] ?? 0;
    process.send?.({ turns: { samples: ascending.length, longestMs: ascending.at(-1) ?? 0, p999Ms } satisfies Turns });
  });
  process.channel?.unref();
}
