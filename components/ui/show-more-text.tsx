import { useState } from 'react';
import { LinkButton } from '@/components/ui/links';
import { formatCount, replaceInvisibleCharacters } from '@/runner/format';

const CHUNK_LENGTH = 60_000;

/** Shows a long text unformatted and in pieces, because browsers need minutes to lay out megabytes of text. */
export function ShowMoreText({ text, className }: { text: string; className?: string }) {
  const [shownChunks, setShownChunks] = useState(1);
  const cappedText = text.slice(0, shownChunks * CHUNK_LENGTH);
  return (
    <>
      <p dir="auto" className={className ?? 'whitespace-pre-wrap break-words'}>
        {replaceInvisibleCharacters(cappedText)}
      </p>
      {cappedText.length < text.length && (
        <LinkButton onClick={() => setShownChunks(shownChunks + 1)} className="mt-1 mr-3 text-xs">
          Show more ({formatCount(text.length - cappedText.length)} characters left)
        </LinkButton>
      )}
    </>
  );
}
