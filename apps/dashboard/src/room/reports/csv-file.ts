import { refusalOf, renewed } from '../../service/session.ts';

export interface CsvAsked {
  readonly ymProfileId: number;
  readonly memberId: number;
  readonly from: string;
  readonly to: string;
  /** What a row stands for: `tier,day`. */
  readonly groupBy: string;
}

/** The name under which it is saved: `report-1-2026-11-09-2026-11-15.csv`. */
export const csvName = ({ ymProfileId, from, to }: Pick<CsvAsked, 'ymProfileId' | 'from' | 'to'>): string =>
  `report-${ymProfileId}-${from}-${to}.csv`;

/** The report of the days as the service writes it. Throws an Error that says why not. */
export async function readCsv(asked: CsvAsked): Promise<Blob> {
  const { ymProfileId, memberId, from, to, groupBy } = asked;
  const query = new URLSearchParams({
    ym_profile_id: String(ymProfileId),
    member_id: String(memberId),
    start_date: from,
    end_date: to,
    group_by: groupBy,
    sort: `${groupBy.split(',').at(-1)}.asc`,
  });
  const response = await fetch(`/report?${query.toString()}`, { headers: { accept: 'text/csv' } });
  if (response.status === 401) {
    await renewed();
    return readCsv(asked);
  }
  if (!response.ok) throw await refusalOf(response);
  return response.blob();
}
