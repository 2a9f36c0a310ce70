import type { Input } from '../../report/use-report.ts';
import { refusalOf, renewed } from '../../service/session.ts';

/** The name under which it is saved: `report-1-2026-11-09-2026-11-15.csv`. */
export const csvName = ({ ym_profile_id: id, start_date: from, end_date: to }: Input): string =>
  `report-${id}-${from}-${to}.csv`;

/** The report of the days as the service writes it, by its last attribute. Throws an Error that says why not. */
export async function readCsv(asked: Input): Promise<Blob> {
  const sort = `${asked.group_by?.split(',').at(-1)}.asc`;
  const query = new URLSearchParams(Object.entries({ ...asked, sort }).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`/report?${query.toString()}`, { headers: { accept: 'text/csv' } });
  if (response.status === 401) {
    await renewed();
    return readCsv(asked);
  }
  if (!response.ok) throw await refusalOf(response);
  return response.blob();
}
