/** The same seed makes the same requests: a failure is repeated by setting the one that it prints. */
export const seed = readWhole('FUZZ_SEED', 20_261_121);

/** Requests of the whole suite; more of them for a long run. */
export const requests = readWhole('FUZZ_REQUESTS', 5500);

/** What part of all requests each test sends. */
const parts = { restMutated: 0.3, restRaw: 0.12, trpcMutated: 0.18, trpcRaw: 0.12, socket: 0.08, memory: 0.2 } as const;

type Part = keyof typeof parts;

/** How many requests a test sends. */
export const requestsOf = (part: Part): number => Math.ceil(requests * parts[part]);

/** How many all tests send together. */
export const requestsOfAll = (): number =>
  (Object.keys(parts) as Part[]).reduce((sum, part) => sum + requestsOf(part), 0);

function readWhole(name: string, usual: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return usual;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is ${JSON.stringify(text)}, allowed: a whole number`);
  return Number(text);
}
