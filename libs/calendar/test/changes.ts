// Prints every change of every zone's clock in a period, as the calendar knows them: node changes.ts FROM_MS TO_MS

import { calendarOf } from '@auction-tiers/calendar';

const [fromMs = 0, toMs = 0] = process.argv.slice(2).map(Number);
const lines = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
  const calendar = calendarOf(zone);
  const found: string[] = [];
  for (let span = calendar.spanAt(fromMs); span.endMs < toMs; span = calendar.spanAt(span.endMs)) {
    found.push(`${zone} ${span.endMs} ${span.offsetMs}`);
  }
  return found;
});
process.stdout.write(`${'Temporal' in globalThis ? 'native' : 'polyfill'}\n${lines.join('\n')}\n`);
