import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useId } from 'react';

/** What is typed and not saved yet: it is lost with the page, so the browser asks before it leaves the page. */
const unsaved = new Set<string>();
const askBefore = (event: BeforeUnloadEvent) => event.preventDefault();

/** For what outlasts its form. */
export function setUnsaved(name: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(name);
  else unsaved.delete(name);
  if (unsaved.size > 0) window.addEventListener('beforeunload', askBefore);
  else window.removeEventListener('beforeunload', askBefore);
}

/** For a form that loses what is typed when it is closed: it is asked before another room too. Gives what tells it at once. */
export function useUnsaved(isUnsaved = false): (isUnsaved: boolean) => void {
  const id = useId();
  useEffect(() => {
    setUnsaved(id, isUnsaved);
    return () => setUnsaved(id, false);
  }, [id, isUnsaved]);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved.has(id) && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: false,
  });
  return useCallback((isNow) => setUnsaved(id, isNow), [id]);
}

const question = 'What you typed here is not saved. Leave it?';
