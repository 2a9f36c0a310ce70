import { isDeepStrictEqual } from 'node:util';
import { asShown } from '@auction-tiers/contract/openapi';

type Part = Readonly<Record<string, unknown>>;

const date = '2026-01-02 08:00:00';
const etag = '"pP1sTqH0bYk3mO0r5w2LxA.mO0r5w2L"';

/** What each answer has anew: times, secrets that are drawn, the state of the store; and what the document shows instead. */
const drawn: Part = {
  created_on: date,
  last_modified: date,
  asked_at: date,
  // Written a while after the use.
  last_used_on: null,
  finished_on: date,
  start_at: date,
  end_at: '2026-01-30 08:00:00',
  etag,
  approved_etag: etag,
  current_sha256: 'c765a55c4bad16a1203420cf43efe3c80487ed565584922a0ce129e91911436b',
  draft_sha256: '643d5437104296e21d906ecb15b2c96ad278f20cfc4af53b12bb6069bd853726',
  log_sha256: '6ceaadc7144fa7cbbe6a8d7e3b7773ff7f88588cca5fc526a0789a413e496d32',
  token: 'att_9uT0hYpS7bV1mQxRfE2wLcJdN6aGiK4oB8sXtZk3UeM',
  prefix: 'atk_Zk3-Qx',
  key: 'atk_Zk3-Qx0hYpS7bV1mT9uRfE2wLcJdN6aGiK4oB8sXtUe',
  secret: 'atw_Vd8-Rk2nXqL5sB0yJ7hTzCfMgW3eP9uAoI6iZ1mNxQK',
  one_time_password: 'kT3v-9uXq-Rm2b-Wc7e',
  snapshot_age_ms: 12,
  clock_off_ms: 0,
  revisions: ['1-42'],
  oldest_change: null,
};

/** The same of what an answer says of itself. */
const drawnOfItself: Part = {
  time: 0.8,
  request_id: '5f1f',
  complete_to: `${date}.000`,
  age_seconds: 0.75,
  start_date: '2025-12-26 08:00:00',
  end_date: date,
};

const isObject = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer as the document shows it: the first elements of its lists, and the same whenever it is given. */
export const recorded = (given: unknown): unknown => steady(asShown(given), drawn);

function steady(value: unknown, fixed: Part): unknown {
  if (Array.isArray(value)) return value.map((one) => steady(one, fixed));
  if (typeof value === 'string') return steadyText(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'dbg_info') return [name, steady(inner, drawnOfItself)];
      if (name === 'time' && typeof inner === 'string') return [name, steadyTime(inner)];
      // The report of a simulation has a document of its own.
      if (name === 'report' && isObject(inner) && 'version' in inner) return [name, { version: inner['version'] }];
      return [name, inner !== null && name in fixed ? fixed[name] : steady(inner, fixed)];
    }),
  );
}

/** A revision of this store's history. */
const steadyText = (text: string): string =>
  text.replace(/^(\d+)-\d+-[0-9a-f]{8}(?:\.[0-9a-f]{8})?$/, '$1-18-4f2a9c11.81d3e0aa');

/** When a change was made, or an auction decided. */
const steadyTime = (time: string): string => (time.endsWith('Z') ? '2026-11-21T08:00:00.000Z' : date);

/** What an answer has against the one that the document shows. */
export function differences(shown: unknown, given: unknown): readonly string[] {
  const now = recorded(given);
  if (isDeepStrictEqual(recorded(shown), now)) return [];
  return [
    `the answer is ${JSON.stringify(now)}, the document shows ${JSON.stringify(shown)}: npm run examples -w apps/api`,
  ];
}
