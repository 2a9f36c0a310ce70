import { Alert } from '@mantine/core';
import { momentText, msOf } from '../figure/date.ts';
import type { Report } from './use-report.ts';

/** What a reader has to know of a report's figures: what is damaged and left out, and since when an attribute counts. */
export function ReportNotes({ report }: { readonly report: Omit<Report, 'complete_to'> | undefined }) {
  if (report === undefined) return null;
  const { left_out: leftOut, counted_since: since, rows } = report;
  const isPart = rows.some(({ not_counted: isNotCounted }) => isNotCounted === true);
  return (
    <>
      {leftOut.length > 0 && (
        <Alert color="yellow" title="Some stored counts are damaged. The figures here are without them.">
          {leftOut.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Alert>
      )}
      {isPart && (
        <p className="muted">
          {since ? `Counted since ${momentText(msOf(since))}.` : 'Not counted at all times.'} Other auctions are in the
          row “not counted”.
        </p>
      )}
    </>
  );
}
