import type { UsualDay } from '@auction-tiers/contract';
import { figures as glossary } from '@auction-tiers/contract/glossary';
import { usePlace } from '../../address/place.ts';
import { Definition } from '../../part/kit.tsx';
import { sideOf } from '../../figure/figures.ts';
import { figureWords, rangeText } from './reckon/sentences.ts';
import { type FigureName, type Figures, figureNames } from './reckon/sums.ts';

/** Whether more of a figure is a gain or a loss; for auctions it is neither. */
const better: Readonly<Record<FigureName, 'more' | 'less' | null>> = {
  net: 'more',
  auctions: null,
  fill: 'more',
  net_cpm: 'more',
  forgone: 'less',
};

interface FigureLineProps {
  /** The days of the figures. */
  readonly words: string;
  /** What their ranges are, or why there are none. */
  readonly about: string | null;
  readonly isSoFar: boolean;
  readonly figures: Figures;
  /** The range that each figure usually has, as far as it is known; null: ranges are not shown. */
  readonly usual: Partial<UsualDay['day']> | null;
}

/** Five figures of a day or of several, each with the range that it usually has, in words. */
export function FigureLine({ words, about, isSoFar, figures, usual }: FigureLineProps) {
  const wordings = figureWords(usePlace().currency);
  return (
    <section className="surface today-line" aria-label={words}>
      <dl className="today-figures">
        {figureNames.map((name) => {
          const [wording, value, range] = [wordings[name], figures[name], usual?.[name] ?? null];
          const isMain = name === 'net';
          const side = sideOf(value, range, wording.say);
          return (
            <div key={name} className={isMain ? 'today-figure main' : 'today-figure'}>
              <dt>
                <Definition text={glossary[name].definition}>{wording.name}</Definition>
                {isMain && <span className="muted"> {words}</span>}
              </dt>
              <dd>
                <div className={isMain ? 'big-figure' : 'today-value'}>
                  {value === null ? '–' : `${wording.say(value)}${wording.unit}`}
                </div>
                {range !== null && (
                  <small className="muted">
                    {isMain && (isSoFar ? 'usual by now: ' : 'usual: ')}
                    {!isMain && side === 0 && 'within '}
                    {side !== 0 && (
                      <span className={toneOf(side, better[name])}>{side > 0 ? '▲ above ' : '▼ below '}</span>
                    )}
                    {isMain && about !== null ? (
                      <Definition text={about}>{rangeText(range, wording)}</Definition>
                    ) : (
                      <span>{rangeText(range, wording)}</span>
                    )}
                  </small>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {(usual?.net ?? null) === null && about !== null && <p className="muted today-words">{about}</p>}
    </section>
  );
}

const toneOf = (side: -1 | 1, wanted: 'more' | 'less' | null): string => {
  if (wanted === null) return 'muted';
  return side > 0 === (wanted === 'more') ? 'gain' : 'loss';
};
