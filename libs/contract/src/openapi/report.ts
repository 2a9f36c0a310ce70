import { ReportRow } from '../report/report.ts';
import { reportCsv } from '../report/report-csv.ts';
import { exampleAnswer, listEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

/** The schemas of reports. */
export const reportSchemas = (): Json => ({
  ...components({ ReportRow }, 'output'),
  ReportRowList: listEnvelope('report-rows', 'ReportRow'),
});

const row = {
  tier_id: 5,
  tier_name: 'Worked example: 2.00 net',
  buyer_id: 107,
  buyer_name: 'Saffron Travel',
  is_other: false,
  bids: 3,
  won: 3,
  excluded: 0,
  too_costly: 0,
  gross: '0.007058826',
  net: '0.006000000',
  forgone: '-0.002000000',
  excluded_net: '0.000000000',
  win_rate: 1,
  net_cpm: '2.000000',
};

const freshness = {
  complete_to: '2026-11-21 08:00:01.250',
  age_seconds: 0.75,
  start_date: '2026-11-14 00:00:00',
  end_date: '2026-11-21 08:00:02',
  timezone: 'UTC',
  currency: 'USD',
  left_out: [],
};

const list = exampleAnswer(
  'report-rows',
  { count: 2, start_element: 0, num_elements: 1, 'report-rows': [row] },
  freshness,
);

const noSeats = exampleAnswer('report-rows', {
  count: 0,
  start_element: 0,
  num_elements: 0,
  'report-rows': [],
});

const headings = reportCsv({ group_by: 'tier,buyer' }, freshness).map(({ heading }) => heading);
const csv = `${headings.join(',')}\r\n${Object.values(row).join(',')}\r\n`;

/** Examples of bodies and answers, by operation. */
export const reportShown: Readonly<Record<string, Shown>> = {
  readReport: {
    answer: {
      ...jsonContent(ref('ReportRowList'), { rows: list }),
      'text/csv': { schema: { type: 'string' }, examples: { csv: { value: csv } } },
    },
  },
  readUnknownSeats: { answer: jsonContent(ref('ReportRowList'), { none: noSeats }) },
};
