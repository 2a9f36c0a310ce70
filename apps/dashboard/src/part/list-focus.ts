/** Whether the list of the room that is opening gets the focus. */
let isWanted = false;

/** Focuses the list of the room, now or once it is there; another key or the pointer cancels that. */
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
