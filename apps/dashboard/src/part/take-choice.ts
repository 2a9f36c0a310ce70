import type { KeyboardEvent } from 'react';

/** The text of an open list of choices without a match: no choice was taken. */
export const nothingFound = 'Nothing matches: choose from the list';

/**
 * Enter in a field of choices: takes the highlighted match, else the first match of the typed text. Enter never sends
 * the form, because a typed value that was not taken would be missing in what is saved. `Ctrl-Enter` sends the form.
 */
export function takeChoice(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, nativeEvent } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || nativeEvent.isComposing) return;
  event.preventDefault();
  if (input.getAttribute('aria-expanded') !== 'true') return input.click();
  if (input.value.trim() === '') return;
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const { highlighted, chosen, first } = optionsOf(list);
  // The library takes the highlighted choice; the present choice stays if its text was not changed.
  if (highlighted === null && chosen?.textContent.startsWith(input.value) !== true) first?.click();
}

const optionsOf = (list: HTMLElement | null) => ({
  highlighted: list?.querySelector('[data-combobox-selected]') ?? null,
  chosen: list?.querySelector('[data-combobox-active]') ?? null,
  first: list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? null,
});

/** Enter in a list of free texts: the library takes the typed text; an empty field does not send the form either. */
export function takeText(event: KeyboardEvent<HTMLInputElement>): void {
  const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (isEnter && event.currentTarget.value.trim() === '') event.preventDefault();
}
