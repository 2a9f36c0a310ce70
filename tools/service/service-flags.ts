/**
 * The flags of Node that the service is started with. Three are about the pauses of the garbage collector (decision 59). A
 * young generation of 4 MB per half, in place of 16: it is collected more often, and in a shorter time. The old generation
 * is collected when it is four times as large as what was in use the last time, which is V8's own most. One thread helps
 * with it, in place of four, which would take the processors from the thread that answers.
 */
export const serviceFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@auction-tiers/source',
  '--max-semi-space-size=4',
  '--heap-growing-percent=300',
  '--v8-pool-size=1',
];
