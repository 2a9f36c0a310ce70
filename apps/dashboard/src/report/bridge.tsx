import './bridge.css';
import type { MovementAnswer } from '@auction-tiers/contract';

interface Bar {
  /** Where it begins and ends, per cent of the axis. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'gain' | 'loss' | 'whole';
}

/** Where each part stands on the way from the earlier net to the later one, and the axis of it. */
export function bridgeOf({ against, from, parts }: Pick<MovementAnswer, 'against' | 'from' | 'parts'>) {
  const [before, after] = [Number(against), Number(from)];
  const sums = parts.reduce<number[]>((all, { net }) => [...all, all.at(-1)! + Number(net)], [before]);
  const [low, high] = [Math.min(...sums, after), Math.max(...sums, after)];
  // The axis begins near the lowest sum, because the parts are small against the whole.
  const start = Math.max(0, low - 0.25 * (high - low || high));
  const at = (value: number) => (high === start ? 0 : (100 * (value - start)) / (high - start));
  const bars = parts.map((_, index): Bar => {
    const [begin, end] = [sums[index]!, sums[index + 1]!];
    return { from: at(Math.min(begin, end)), to: at(Math.max(begin, end)), kind: end >= begin ? 'gain' : 'loss' };
  });
  return { before, after, bars, at };
}

export const BridgeBar = ({ from, to, kind }: Bar) => (
  <span className={`movement-bar ${kind}`} style={{ marginLeft: `${from}%`, width: `${Math.max(to - from, 0.3)}%` }} />
);
