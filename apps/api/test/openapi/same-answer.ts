import { shownElements } from '@auction-tiers/contract/openapi';

/** What each answer has anew: times, ids of requests, secrets that are drawn, and the state of the store. */
const drawn = new Set([
  'dbg_info',
  'created_on',
  'last_modified',
  'asked_at',
  'last_used_on',
  'finished_on',
  'start_at',
  'end_at',
  'revision',
  'current_revision',
  'base_revision',
  'etag',
  'approved_etag',
  'current_sha256',
  'draft_sha256',
  'log_sha256',
  'time',
  'token',
  'prefix',
  'key',
  'secret',
  'told',
  'one_time_password',
  'snapshot_age_ms',
  'clock_off_ms',
  'revisions',
  'oldest_change',
  'error',
  // Of a simulation: how far it is. And its report, of which only the first attribute is shown.
  'state',
  'progress',
  'report',
]);

type Part = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where an answer is not the one that the document shows; each line of a stream is an answer. */
export function differences(shown: unknown, given: unknown, place = ''): readonly string[] {
  if (Array.isArray(shown) && Array.isArray(given)) {
    // An example shows the first elements of a long list.
    const isCut = shown.length < given.length && shown.length === shownElements(given);
    const length =
      isCut || shown.length === given.length ? [] : [`${place} has ${given.length} entries, not ${shown.length}`];
    return [...length, ...shown.flatMap((one, at) => differences(one, given[at], `${place}.${at}`))];
  }
  if (isObject(shown) && isObject(given)) {
    const names = [...new Set([...Object.keys(shown), ...Object.keys(given)])].filter((name) => !drawn.has(name));
    return names.flatMap((name) => differences(shown[name], given[name], `${place}.${name}`));
  }
  if (typeof shown === 'string' && typeof given === 'string' && shown.includes('}\n')) {
    return differences(linesOf(shown), linesOf(given), place);
  }
  // Of metrics some lines are shown, and their values are those of a moment.
  if (typeof shown === 'string' && typeof given === 'string' && shown.startsWith('# TYPE')) {
    const lines = new Set(seriesOf(given));
    return seriesOf(shown).flatMap((line) => (lines.has(line) ? [] : [`${place} has no line ${line}`]));
  }
  return shown === given ? [] : [`${place} is ${JSON.stringify(given)}, the document shows ${JSON.stringify(shown)}`];
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

const seriesOf = (text: string): string[] =>
  text.split('\n').map((line) => (line.startsWith('#') ? line : line.replace(/ \S+$/, '')));
