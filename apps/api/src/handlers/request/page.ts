import { maxObjectBytes, maxPageBytes, type Page, type Plain } from '@auction-tiers/contract';
import { jsonBytes } from './quota.ts';

/** The bytes that one answer may still hold. */
export class PageRoom {
  #left = maxPageBytes;
  #isEmpty = true;
  /** Whether a row did not fit. */
  isFull = false;

  /** Whether a row fits; the first always does, and once one did not, none does. */
  take(row: Plain): boolean {
    this.#left -= jsonBytes(row);
    if (this.#left < 0 && !this.#isEmpty) this.isFull = true;
    this.#isEmpty = false;
    return !this.isFull;
  }
}

/** Cuts a page to the rows that fit one answer; a page that was cut says where the next one begins. */
export function boundPage<Row extends Plain>(page: Page<Row>, warn: (message: string) => void): Page<Row> {
  const { items } = page;
  if (items.length * maxObjectBytes <= maxPageBytes || areShort(items)) return page;
  const room = new PageRoom();
  const full = items.findIndex((row) => !room.take(row));
  return full === -1 ? page : shortPage({ ...page, items: items.slice(0, full) }, warn);
}

/** Most bytes as JSON: of a number, of the punctuation around an attribute's (ASCII) name, and of a character. */
const [numberBytes, frameBytes, characterBytes] = [25, 4, 6];

/** Whether rows without lists and objects surely fit: quicker to tell than the length of their JSON. */
function areShort(rows: readonly Plain[]): boolean {
  let left = maxPageBytes;
  for (const row of rows) {
    for (const name in row) {
      const value = row[name];
      if (typeof value === 'object' && value !== null) return false;
      left -= name.length + frameBytes;
      left -= typeof value === 'string' ? value.length * characterBytes + 2 : numberBytes;
    }
    if (left < 0) return false;
  }
  return true;
}

/** Marks a page that was cut to the rows that fit one answer, and warns that it was cut. */
export function shortPage<Row>(page: Page<Row>, warn: (message: string) => void): Page<Row> {
  const count = page.items.length;
  const next_element = page.start_element + count;
  warn(
    `the answer holds ${count} of the rows that were asked for, because they have more than ${maxPageBytes} bytes; the next page begins at start_element=${next_element}`,
  );
  return { ...page, num_elements: count, next_element };
}
