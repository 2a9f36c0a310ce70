/**
 * Weights of market areas by their number: the larger ones in thousandths of American homes, roughly as public rankings
 * have them. Round figures for traffic that looks right; not a source.
 */
const weights: Readonly<Record<number, readonly number[]>> = {
  62: [501],
  46: [803],
  29: [602],
  25: [504, 623],
  22: [618, 524],
  21: [511],
  20: [506, 807],
  17: [753, 819, 539],
  15: [505, 613],
  14: [751, 534, 528],
  12: [510, 862],
  11: [517],
  10: [820, 560, 609],
  9: [527, 508, 825, 512, 659, 770, 641],
  8: [533, 616, 535, 635],
  7: [617, 515, 567, 548, 839],
  6: [561, 518, 563, 544, 566, 650, 630, 790],
  5: [640, 529, 622, 556, 521, 514, 866, 577, 532, 671, 693, 557, 571],
};

export const defaultDmas = Object.entries(weights)
  .flatMap(([weight, ids]) => ids.map((id) => ({ id, weight: Number(weight) })))
  .toSorted((left, right) => right.weight - left.weight);

/** What is left for the other 149 markets together. */
export const otherDmaWeight = 277;
