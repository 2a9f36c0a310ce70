/**
 * The Node flags of the service. Three reduce the pauses of the garbage collector (decision 59). The young generation
 * has 4 MB per half instead of 16: it is collected more often, but faster. The old generation is collected when it is
 * four times as large as after the last collection, which is V8's own maximum. One thread helps with it instead of
 * four, which would take processors from the thread that answers.
 */
export const serviceFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@auction-tiers/source',
  '--max-semi-space-size=4',
  '--heap-growing-percent=300',
  '--v8-pool-size=1',
];
