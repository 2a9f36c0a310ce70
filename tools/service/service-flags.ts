/**
 * The flags of Node that the service is started with. A young generation of 4 MB per half, in place of 16: the garbage
 * collector pauses more often and shorter while much is written or loaded (decision 59).
 */
export const serviceFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@auction-tiers/source',
  '--max-semi-space-size=4',
];
