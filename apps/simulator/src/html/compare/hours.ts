import type { CompareReport } from '../../schema/compare-report.ts';
import { hourSection } from '../hour-section.ts';
import type { Html } from '../html.ts';

/** Revenue by hour under both tier sets. */
export function hoursHtml(hours: CompareReport['hours']): Html {
  return hourSection(
    hours.map(({ hour, current, draft }) => ({
      startsAt: hour,
      before: current.net_to_seller,
      after: draft.net_to_seller,
    })),
    { before: 'current', after: 'draft', more: 'the draft brings more', less: 'the draft brings less' },
  );
}
