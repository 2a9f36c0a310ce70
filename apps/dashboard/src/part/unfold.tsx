import { type ReactNode, useState } from 'react';
import { SmallButton } from './kit.tsx';

interface UnfoldProps {
  /** False: a part that there is not. */
  readonly parts: readonly (readonly [word: string, part: ReactNode] | false)[];
}

/** Words in a row, each of which shows its part below them, one at a time. */
export function Unfold({ parts }: UnfoldProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const all = parts.filter((part) => part !== false);
  return (
    <>
      <div className="unfold">
        {all.map(([word]) => (
          <SmallButton
            key={word}
            aria-expanded={word === opened}
            onClick={() => setOpened(word === opened ? null : word)}
          >
            {word}
          </SmallButton>
        ))}
      </div>
      {all.find(([word]) => word === opened)?.[1]}
    </>
  );
}
