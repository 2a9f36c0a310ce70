import { Link } from '@tanstack/react-router';
import { figures } from '../figure/figures.ts';
import { isOpen, useExperiments } from '../experiment/use-experiments.ts';

/** The live test that decides auctions now, or waits for its user, in every room. */
export function RunningTest() {
  const test = useExperiments().experiments.find(isOpen);
  if (test === undefined) return null;
  const isPaused = test.state === 'paused';
  const word = test.design === 'hold_back' ? 'Hold-back' : 'Live test';
  const share = test.share === null ? '' : ` on ${figures.percent(test.share, 0, 2)}`;
  return (
    <Link
      className={isPaused ? 'chip top-test paused' : 'chip top-test'}
      to="/draft/tests"
      search={{ experiment: test.id }}
      title={test.name}
    >
      {isPaused ? '⚠' : '●'} <span>{isPaused ? `${word} paused` : `${word}${share}`}</span>
    </Link>
  );
}
