import type { KeyboardEvent } from 'react';

/** Said in an open list of choices that has no match: nothing was taken. */
export const nothingFound = 'Nothing matches: choose from the list';

/**
 * Enter in a field of choices: takes the highlighted match, else the first one of what was typed. It never sends the
 * form: a value that was typed and not taken would be missing in what is saved. `Ctrl-Enter` is the form's.
 */
export function takeChoice(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, nativeEvent } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || nativeEvent.isComposing) return;
  event.preventDefault();
  if (input.getAttribute('aria-expanded') !== 'true') return input.click();
  if (input.value.trim() === '') return;
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const { highlighted, chosen, first } = optionsOf(list);
  // The library takes what is highlighted; the present choice stays where its text was left as it is.
  if (highlighted === null && chosen?.textContent.startsWith(input.value) !== true) first?.click();
}

const optionsOf = (list: HTMLElement | null) => ({
  highlighted: list?.querySelector('[data-combobox-selected]') ?? null,
  chosen: list?.querySelector('[data-combobox-active]') ?? null,
  first: list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? null,
});

/** Enter in a list of free texts: the library takes what was typed; where nothing was, the form is not sent either. */
export function takeText(event: KeyboardEvent<HTMLInputElement>): void {
  const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (isEnter && event.currentTarget.value.trim() === '') event.preventDefault();
}
