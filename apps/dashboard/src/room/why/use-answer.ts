import { compile, toFeePpm } from '@auction-tiers/tier-engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { changeWords } from './decision-words.ts';
import { type Body, type Defaults, explainBody, type Explained } from './explain-body.ts';
import type { Names } from './names.ts';

/** Values for what the body does not name: drawn once, so that only edits change the answer. */
function useDefaults(): Defaults {
  const { member } = usePlace();
  const [drawn] = useState(() => ({ seed: crypto.randomUUID(), timeMs: Date.now() }));
  const feePpm = toFeePpm(member.revenue_share_pct ?? 0);
  return useMemo(() => ({ ...drawn, feePpm }), [drawn, feePpm]);
}

/** The user has finished typing after this time without a key. */
const settledMs = 1500;

/** The answer about an auction by a tier set, decided anew whenever one of the two changes. */
export function useAnswer(
  body: Body | null,
  chosen: number,
  tiers: DecidingTiers | null,
  bidId: string | undefined,
  names: Names,
) {
  const defaults = useDefaults();
  const tierSet = useMemo(() => {
    if (tiers === null) return null;
    const made = compile(tiers.source);
    return made.ok ? made.tierSet : null;
  }, [tiers]);
  const answer = useMemo(
    () => (body === null || tierSet === null ? null : explainBody(body, tierSet, defaults)),
    [body, tierSet, defaults],
  );
  const last = useRef<{ readonly chosen: number; readonly explained: Explained } | null>(null);
  /** The answer that the line compares with: several letters typed in a row are one change. */
  const base = useRef(last.current);
  const [told, setTold] = useState<{ readonly chosen: number; readonly line: string } | null>(null);
  useEffect(() => {
    if (answer === null || !answer.ok) return;
    const now = { chosen, explained: answer };
    const before = base.current;
    last.current = now;
    if (before === null || before.chosen !== chosen) base.current = now;
    else if (before.explained !== answer)
      setTold({ chosen, line: changeWords(before.explained.explanation, answer.explanation, bidId, names) });
    const settled = setTimeout(() => (base.current = now), settledMs);
    return () => clearTimeout(settled);
    // The line describes a change of the answer; another chosen bid or a loaded name is none.
  }, [answer, chosen]);
  const kept = last.current?.chosen === chosen ? last.current.explained : null;
  const shown = answer?.ok === true ? answer : body === null ? null : kept;
  return {
    /** Null without an auction or before the tiers are read. */
    answer,
    /** The last valid answer: it stays while the user corrects a body. */
    shown,
    /** What the last change changed, in a line. */
    line: told?.chosen === chosen ? told.line : null,
    defaults,
  };
}
