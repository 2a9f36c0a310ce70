import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { pageOnly } from '../../address/search.ts';
import { rangeText } from '../../figure/date.ts';
import { Problem } from '../../part/problem.tsx';
import { Block, Waiting } from '../../part/room.tsx';
import { useMovement } from '../../report/use-movement.ts';
import { type Sentence, sentencesOf } from './reckon/sentences.ts';
import { useNews } from './use-news.ts';
import type { Today } from './use-today.ts';

/** At most five sentences, the most important first, each a link. */
export function WorthReading({ today }: { readonly today: Today | null }) {
  const { news, isPending, error } = useNews(today);
  const sentences = sentencesOf(news);
  return (
    <Block title="Worth reading">
      {!isPending && <Moved />}
      {error !== null && <Problem error={error} />}
      {isPending && <Waiting rows={3} height={20} />}
      {!isPending && sentences.length === 0 && (
        <p className="muted">
          Nothing: no buyer has gone quiet, no tier is without a win for a week, lint finds no error, no figure is
          outside of its range, and nothing was changed.
        </p>
      )}
      {!isPending && sentences.length > 0 && (
        <ol className="today-sentences">
          {sentences.map((sentence) => (
            <li key={sentence.key}>
              <SentenceLink sentence={sentence} />
            </li>
          ))}
        </ol>
      )}
    </Block>
  );
}

/** What moved net, in one sentence; empty until it is known, or where nothing is. Read once the user scrolls to it. */
function Moved() {
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  const [isSeen, setIsSeen] = useState(false);
  if (inViewport && !isSeen) setIsSeen(true);
  const { movement, periods } = useMovement('week', isSeen);
  const [net, cause] = movement?.sentences ?? [];
  if (net === undefined || (Number(movement?.from) === 0 && Number(movement?.against) === 0)) return <p ref={ref} />;
  return (
    <p ref={ref}>
      <Link to="/today/movement" search={pageOnly}>
        {rangeText(periods.from, periods.to)}: {net.text} {cause?.text}
      </Link>
    </p>
  );
}

function SentenceLink({ sentence: { text, way } }: { readonly sentence: Sentence }) {
  const { ymProfile } = usePlace();
  return (
    <Link
      to={way.to}
      params={{ tier: String(way.tier ?? '') }}
      search={(all) => ({ ...pageOnly(all), ym: ymProfile.id, ...way.search })}
    >
      {text}.
    </Link>
  );
}
