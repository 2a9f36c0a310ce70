import { printable } from '../cli/say.ts';
import type { BrokenLine } from './auction/input-report.ts';

const toldBrokenLines = 10;

/** Tells the first broken lines on standard error, and once that there are more. */
export function createBrokenLineTeller(): (broken: BrokenLine) => void {
  let told = 0;
  return ({ file, line, problem }) => {
    if (told++ < toldBrokenLines) process.stderr.write(printable(`${file}, line ${line} ${problem}.\n`));
    else if (told === toldBrokenLines + 1) process.stderr.write('More broken lines are counted, but not shown.\n');
  };
}
