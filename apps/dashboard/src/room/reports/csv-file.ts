import { refusalOf, renewed } from '../../service/session.ts';

/** The dimensions of the rows of the file. */
export const csvRows = {
  day: 'one row a day',
  'tier,day': 'tier and day',
  'buyer,day': 'buyer and day',
  'tier,buyer,day': 'tier, buyer and day',
  'placement,day': 'placement and day',
  'country,day': 'country and day',
  'size,day': 'size and day',
  'device_type,day': 'device and day',
} as const;
export type CsvRows = keyof typeof csvRows;

export interface CsvAsked {
  readonly ymProfileId: number;
  readonly memberId: number;
  readonly from: string;
  readonly to: string;
  readonly groupBy: CsvRows;
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
