const list = new Intl.ListFormat('en-GB');

/** Names in a sentence, the first of many and how many more there are: `Gold, Silver and 3 more`. */
export const listed = (names: readonly string[], most = 3): string =>
  list.format(names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names);
