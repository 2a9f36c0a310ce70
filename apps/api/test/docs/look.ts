/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { type Eyes, lookScript as toScript } from '@auction-tiers/tools/browser';

function look({ contrastFaults, isShown, overflows }: Eyes): string[] {
  // Code scrolls in its own box, and its colors are those of a picture: dark in both schemes.
  const judged = [...document.querySelectorAll('body *')].filter((element) => element.closest('pre') === null);
  return [
    ...overflows('pre, .highlight-code, .renderedMarkdown table'),
    ...new Set(judged.filter(isShown).flatMap(contrastFaults)),
  ];
}

/** A script to evaluate in the page of the API reference: it returns the visible faults in words. */
export const lookScript = toScript(look);
