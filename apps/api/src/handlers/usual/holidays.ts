import { type Handlers, invalid } from '@auction-tiers/contract';
import { requireOwnMember } from '../request/condition.ts';

/** National holidays; the library and its rules of 200 countries are loaded when first asked for. */
export const calendarHandlers: Handlers['calendar'] = {
  async holidays(call, { country, year, member_id: memberId }) {
    requireOwnMember(call.caller, memberId);
    const { default: Holidays } = await import('date-holidays');
    const code = country.toUpperCase();
    const known = new Holidays();
    if (!(code in known.getCountries('en'))) {
      throw invalid([
        { path: 'country', message: `is ${country}, allowed: a country whose holidays are known, such as DE` },
      ]);
    }
    known.init(code);
    // Where a country's holidays have no English name, they keep their own.
    known.setLanguages('en');
    const days = new Map<string, string>();
    for (const { date, name, type } of known.getHolidays(year)) {
      const day = date.slice(0, 10);
      if (type === 'public') days.set(day, days.has(day) ? `${days.get(day)}, ${name}` : name);
    }
    const items = Array.from(days, ([date, name]) => ({ date, name })).toSorted((one, other) =>
      one.date.localeCompare(other.date),
    );
    return { count: items.length, items };
  },
};
