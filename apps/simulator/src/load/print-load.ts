import { newTable } from '@auction-tiers/report-document/text';
import { count, counted, figures, fileList } from '../figure/text.ts';
import type { LoadReport, Measurement } from '../schema/load-report.ts';

const shownLatencies = [
  ['50 %', 'p50'],
  ['75 %', 'p75'],
  ['90 %', 'p90'],
  ['97.5 %', 'p97_5'],
  ['99 %', 'p99'],
  ['99.9 %', 'p99_9'],
  ['longest', 'max'],
] as const;

/** From this lateness on the sending process itself was too slow, and latencies say little about the API. */
const noticedLatenessMs = 5;

/** The report of a load for a terminal. */
export function printLoad(report: LoadReport): string {
  return [printOrder(report), ...printMeasurement(report.measurement), ''].join('\n');
}

function printOrder({
  url,
  via,
  connections,
  auctions_a_request: size,
  ym_profile_id: id,
  sample,
}: LoadReport): string {
  const sent =
    sample.files === null
      ? counted(sample.auctions, 'synthetic auction')
      : `${counted(sample.auctions, 'auction')} of ${fileList(sample.files)}`;
  const sizes = size === 1 ? '' : `, ${count(size)} auctions per request`;
  return `${url}, ym-profile ${id}, via ${via}${sizes}, ${counted(connections, 'connection')}: ${sent}, over and over.`;
}

function printMeasurement(found: Measurement): string[] {
  const { requests, auctions } = found;
  const asked = found.rate_asked === null ? 'as many as are answered' : `${figure(found.rate_asked)} per second asked`;
  const rates = newTable(['', 'in all', 'a second']);
  rates.push(
    ['requests answered', count(requests.answered), figure(found.rate_achieved)],
    ['auctions', count(auctions.answered), figure(found.auctions_a_second)],
    ['bids', count(found.bids), figure(found.bids_a_second)],
  );
  return [
    `${figure(found.seconds)} s, ${asked}; ended by ${endText[found.ended_by]}.`,
    '',
    rates.toString(),
    '',
    ...(requests.answered === 0 ? ['There was no right answer, so there are no latencies.'] : printLatencies(found)),
    ...printProblems(found),
  ];
}

const endText: Readonly<Record<Measurement['ended_by'], string>> = {
  duration: 'the duration',
  requests: 'the number of requests',
  aborted: 'Ctrl-C',
  unreachable: 'the API, which no longer answers',
  unauthorized: 'the API, which refuses the API key',
};

function printLatencies(found: Measurement): string[] {
  const table = newTable(['latency', ...shownLatencies.map(([title]) => title)]);
  table.push(['ms', ...shownLatencies.map(([, name]) => milliseconds(found.latency_ms[name]))]);
  return [table.toString(), printLatencyMeaning(found)];
}

function printLatencyMeaning({ rate_asked: asked, lateness_p99_ms: lateness }: Measurement): string {
  if (asked === null)
    return 'Measured in a closed loop: while the API pauses no request is sent, so these are not the latencies at a given rate.';
  if (lateness === null || lateness < noticedLatenessMs) return 'Counted from when each request was due.';
  const late = `1 % of requests were sent ${milliseconds(lateness)} ms late or more`;
  return `Counted from when each request was due. This process was too slow: ${late}.`;
}

function printProblems({ requests, failures, refusals }: Measurement): string[] {
  const rest = [
    ...(requests.unfinished === 0 ? [] : [`${count(requests.unfinished)} without an answer when it ended`]),
    ...(requests.unsent === 0 ? [] : [`${count(requests.unsent)} due, but not sent, as no connection was free`]),
  ];
  return [
    ...(failures.length + refusals.length + rest.length === 0 ? [] : ['']),
    ...rest.map((text) => `requests: ${text}`),
    ...failures.map((one) => `requests failed: ${count(one.count)} ${one.kind}${inBrackets(one.example)}`),
    ...refusals.map((one) => `auctions refused: ${count(one.count)} ${one.kind}${inBrackets(one.example)}`),
  ];
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text})`;
}

function figure(value: number): string {
  return figures.decimal(value, 0, value < 100 ? 1 : 0);
}

function milliseconds(value: number): string {
  return figures.decimal(value, 0, value < 10 ? 2 : 1);
}
