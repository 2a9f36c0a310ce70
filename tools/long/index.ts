/** `npm run test:long`: every random test, round and kill as often as its test says. */
export const isLong = process.env['TEST_LONG'] === '1';

/**
 * How often a test tries a random law: as often as it says in `npm run test:long`, and a tenth of that in `npm test`, whose
 * seeds are others each time.
 */
export const runs = (all: number): number => (isLong ? all : Math.ceil(all / 10));
