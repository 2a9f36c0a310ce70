import type { Ends, ExperimentReport } from '../schema/experiment-report.ts';
import { newTable } from '../figure/table.ts';
import { count, counted, figures } from '../figure/text.ts';

const percent = (value: number) => figures.percent(value / 100, 0, 1);

const dayText = ({ mean_day: mean }: Ends) => (mean === null ? '' : mean.toFixed(1));

/** The report of tried experiments for a terminal. */
export function printExperiment(report: ExperimentReport): string {
  const { design, runs, days, auctions_per_day: perDay, clusters, truth, draft, without_effect: idle, buyers } = report;
  const ends = newTable(['of the runs', 'this draft', 'no effect']);
  const row = (name: string, of: (ends: Ends) => number) =>
    ends.push([name, percent(100 * of(draft)), percent(100 * of(idle))]);
  row('publish', ({ publish }) => publish);
  row('stop', ({ stop }) => stop);
  row('paused: the money was gone', ({ paused }) => paused);
  row('go on', ({ go_on: goOn }) => goOn);
  row('cannot say', ({ cannot_say: cannotSay }) => cannotSay);
  ends.push(['mean day of a verdict or pause', dayText(draft), dayText(idle)]);
  const where = clusters === null ? '' : `, ${count(clusters.count)} clusters by ${clusters.by}`;
  const lines = [
    `${counted(runs, 'run')} of a ${design} of ${counted(days, 'day')} with ${count(perDay)} auctions each${where}.`,
    `True effect on the net: rules ${percent(truth.rules_percent)}, buyers ${percent(truth.buyers_percent)}, both ${percent(truth.total_percent)}.`,
    '',
    ends.toString(),
    '',
  ];
  if (buyers !== null) {
    lines.push(
      `Of the runs that came to their end: buyers' part ${percent(buyers.mean_percent)} on average, intervals hold the truth in ${percent(100 * buyers.covered)}, exclude 0 in ${percent(100 * buyers.excludes_0)}.`,
    );
  } else if (design !== 'switchback')
    lines.push(`A ${design} cannot see what buyers do: a verdict is on the rules alone.`);
  return `${lines.join('\n')}\n`;
}
