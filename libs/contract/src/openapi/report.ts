import { reportDaysKept, reportHoursKeptDays, ReportRow } from '../report/report.ts';
import { reportCsv } from '../report/report-csv.ts';
import { exampleAnswer, listEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** The schemas of reports. */
export const reportSchemas = (): Json => ({
  ReportRow: toJsonSchema(ReportRow, 'output'),
  ReportRowList: listEnvelope('report-rows', 'ReportRow'),
});

const row = {
  tier_id: 5,
  tier_name: 'Worked example: 2.00 net',
  buyer_id: 107,
  buyer_name: 'Saffron Travel',
  is_other: false,
  bids: 5,
  won: 5,
  excluded: 0,
  gross: '0.011764710',
  net: '0.010000000',
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
};

const list = exampleAnswer(
  'report-rows',
  { count: 2, start_element: 0, num_elements: 1, 'report-rows': [row] },
  freshness,
);

const headings = reportCsv({ group_by: 'tier,buyer' }, freshness).map(({ heading }) => heading);
const csv = `${headings.join(',')}\r\n${Object.values(row).join(',')}\r\n`;

/** The words for the operations of reports, by method and path. */
export const reportWords: Readonly<Record<string, Words>> = {
  'GET /report': {
    tag: 'report',
    id: 'readReport',
    summary: 'View what the tiers of a ym-profile did',
    description: `Every auction that is decided is counted, exactly, and shows within two seconds: \`dbg_info.complete_to\` says up to when. An auction counts for the moment at which it was decided; \`/auction/explain\` is not counted. Hours are kept ${reportHoursKeptDays} days, days ${reportDaysKept}; hours and days are those of the clock in the member's \`timezone\`, which \`dbg_info\` names; an hour is given by its beginning in UTC, which in Asia/Kolkata is at half past. Money is what was earned: sums of CPM prices divided by 1,000, exact, with nine decimals, in the \`currency\` that \`dbg_info\` names; \`net_cpm\` is a CPM price. With \`Accept: text/csv\` the rows are answered as CSV for a spreadsheet: UTF-8 with a byte order mark; the first line has the names of the attributes, with the currency of money (\`net_usd\`, \`net_cpm_usd\`) and the time zone of hours or days (\`hour (America/New_York)\`); hours are those of the zone with their offset (\`2026-11-01 01:00 -04:00\`), so that an hour that comes twice in autumn has two rows; texts that a spreadsheet would run as a formula begin with an apostrophe.`,
    parameters: { ym_profile_id: 'The yield management profile' },
    required: ['ym_profile_id'],
    request: { ym_profile_id: 1, group_by: 'tier,buyer', sort: 'net.desc', num_elements: 1 },
    answerFields: { schema: 'ReportRow', at: 'response.report-rows[]' },
    answer: {
      ...jsonContent(ref('ReportRowList'), { rows: list }),
      'text/csv': { schema: { type: 'string' }, examples: { csv: { value: csv } } },
    },
    errors: [404],
  },
};
