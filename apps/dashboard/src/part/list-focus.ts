/** Whether the list of the room that is being opened gets the keyboard. */
let isWanted = false;

/** Gives the keyboard to the list of the room, now or once it is there; another key, or the pointer, takes that back. */
export function focusList(): HTMLElement | null {
  const list = document.querySelector<HTMLElement>('#room [role=grid]');
  isWanted = list === null;
  list?.focus();
  return list;
}

export const forgetList = (): void => {
  isWanted = false;
};

/** Called by a list that has just been drawn. */
export function takeFocus(list: HTMLElement | null): void {
  if (!isWanted || list === null) return;
  isWanted = false;
  list.focus();
}
