import { Block, Problem, Waiting } from '../../part/kit.tsx';
import { sentencesOf } from './reckon/sentences.ts';
import type { useNews } from './use-news.ts';
import { WayLink } from './way-link.tsx';

/** At most five sentences, the most important first, each a link. */
export function WorthReading({ news, isPending, error }: ReturnType<typeof useNews>) {
  const sentences = sentencesOf(news);
  return (
    <Block title="Worth knowing">
      {error !== null && <Problem error={error} />}
      {isPending && <Waiting rows={3} height={20} />}
      {!isPending && sentences.length === 0 && (
        <p className="muted">
          Nothing: no buyer has gone quiet, every tier has won within a week, no tier has an error, all figures are in
          their usual range, and nothing was changed.
        </p>
      )}
      {!isPending && sentences.length > 0 && (
        <ol className="today-sentences">
          {sentences.map((sentence) => (
            <li key={sentence.key}>
              <WayLink way={sentence.way}>{sentence.text}.</WayLink>
            </li>
          ))}
        </ol>
      )}
    </Block>
  );
}
