const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A format of moments in a time zone, for display. It is kept: making one takes longer than drawing a row of a table.
 * `timezone`: a name that Intl knows; throws a RangeError for any other text.
 */
export function formatIn(
  timezone: string,
  locale: string,
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): Intl.DateTimeFormat {
  const key = `${timezone} ${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone });
  formats.set(key, format);
  return format;
}

/** Whether a text is the IANA name of a time zone, such as `Europe/Berlin`. */
export function isTimezone(name: string): boolean {
  // Intl also takes offsets such as +05:30; they are no IANA names.
  if (/^[+-]/.test(name)) return false;
  try {
    formatIn(name, 'en', {});
    return true;
  } catch {
    return false;
  }
}
