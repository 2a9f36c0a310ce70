/** With more players, orders are drawn at random, each used forwards and backwards. */
const mostExact = 10;
const drawnOrders = 16;

/** The value of a coalition: `joined` is 1 at the index of each of its players. */
export type CoalitionValue = (joined: Uint8Array) => number;

/**
 * The Shapley value of each player: its mean contribution over all orders in which players may join. The values add up
 * to the value of all players less the value of none. With more than ten players it is the mean over orders drawn with
 * `seed`, which adds up too.
 */
export function shapley(players: number, valueOf: CoalitionValue, seed: number): Float64Array {
  const values = new Float64Array(players);
  if (players === 0) return values;
  if (players > mostExact) return drawn(values, valueOf, seed);
  const weights = weightsOf(players);
  const joined = new Uint8Array(players);
  let [size, missed] = [0, 0];
  for (let number = 0; ; ) {
    const value = valueOf(joined);
    const [without, within] = [weights[size]! * value, size === 0 ? 0 : weights[size - 1]! * value];
    missed += without;
    for (let player = 0; player < players; player++) if (joined[player] === 1) values[player]! += without + within;
    if (++number === 1 << players) break;
    // Gray code: consecutive coalitions differ by a single player.
    const player = 31 - Math.clz32(number & -number);
    joined[player]! ^= 1;
    size += joined[player] === 1 ? 1 : -1;
  }
  for (let player = 0; player < players; player++) values[player]! -= missed;
  return values;
}

function drawn(values: Float64Array, valueOf: CoalitionValue, seed: number): Float64Array {
  const order = Array.from(values, (_, player) => player);
  const joined = new Uint8Array(values.length);
  const none = valueOf(joined);
  let state = seed | 1;
  for (let drawing = 0; drawing < drawnOrders; drawing++) {
    for (let last = order.length - 1; last > 0; last--) {
      // xorshift: all orders are equally likely.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const at = (state >>> 0) % (last + 1);
      [order[last], order[at]] = [order[at]!, order[last]!];
    }
    for (const one of [order, order.toReversed()]) {
      joined.fill(0);
      let before = none;
      for (const player of one) {
        joined[player] = 1;
        const value = valueOf(joined);
        values[player]! += (value - before) / (2 * drawnOrders);
        before = value;
      }
    }
  }
  return values;
}

const knownWeights: Float64Array[] = [];

/** By size of a coalition: the share of orders in which exactly its players precede a given other player. */
function weightsOf(players: number): Float64Array {
  const known = knownWeights[players];
  if (known !== undefined) return known;
  // The coalition of all players has no other player.
  const weights = new Float64Array(players + 1);
  let choices = players;
  for (let size = 0; size < players; size++) {
    weights[size] = 1 / choices;
    // The product players * C(players - 1, size), updated from one size to the next.
    choices = (choices * (players - 1 - size)) / (size + 1);
  }
  return (knownWeights[players] = weights);
}
