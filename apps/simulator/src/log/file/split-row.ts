const quote = '"';

/**
 * The fields of a row of separated values: fields may be in double quotes, and a double quote inside is written twice.
 * undefined: a quote is not closed within the row, or something follows a closing one.
 */
export function splitRow(row: string, separator: string): string[] | undefined {
  if (!row.includes(quote)) return row.split(separator);
  const fields: string[] = [];
  for (let at = 0; at <= row.length; ) {
    if (row[at] !== quote) {
      const end = endOf(row, separator, at);
      fields.push(row.slice(at, end));
      at = end + 1;
      continue;
    }
    let field = '';
    let from = at + 1;
    let end = row.indexOf(quote, from);
    while (end >= 0 && row[end + 1] === quote) {
      field += row.slice(from, end + 1);
      from = end + 2;
      end = row.indexOf(quote, from);
    }
    if (end < 0 || (end + 1 < row.length && row[end + 1] !== separator)) return undefined;
    fields.push(field + row.slice(from, end));
    at = end + 2;
  }
  return fields;
}

function endOf(row: string, separator: string, from: number): number {
  const end = row.indexOf(separator, from);
  return end < 0 ? row.length : end;
}
