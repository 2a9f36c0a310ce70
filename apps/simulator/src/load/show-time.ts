import { createProgress } from '../cli/progress.ts';

const redrawMs = 200;

/** Shows on a terminal how much of its time some work has had. */
export async function showTime<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
  const progress = createProgress({ total: seconds, unit: 'seconds' });
  const startMs = performance.now();
  const timer = setInterval(() => progress.update((performance.now() - startMs) / 1000), redrawMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    progress.finish();
  }
}
