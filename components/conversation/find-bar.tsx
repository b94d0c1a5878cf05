import { useEffect, useRef } from 'react';
import { IconButton } from '@/components/ui/button';
import { ChevronDown, ChevronUp, X } from '@/components/ui/icons';

type Props = {
  words: string;
  setWords: (words: string) => void;
  /** The position of the current match, counted from 1; 0 if there are no matches. */
  matchNumber: number;
  count: number;
  /** A note about long texts, which are searched on the server. */
  note: string | undefined;
  step: (by: 1 | -1) => void;
  close: () => void;
};

/** Search field for a conversation: Enter goes to the next match, Shift-Enter to the previous one, Escape closes. */
export function FindBar({ words, setWords, matchNumber, count, note, step, close }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <search className="absolute top-2 right-4 left-4 z-10 ml-auto flex max-w-md flex-col gap-1 rounded-lg border bg-raised p-2 shadow-raised">
      <div className="flex items-center gap-1">
        <input
          ref={field}
          type="text"
          inputMode="search"
          aria-label="Find in this conversation"
          placeholder="Find in this conversation"
          value={words}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          }}
          className="h-7 min-w-0 grow rounded-md border bg-surface px-2 text-sm placeholder:text-ink-faint"
        />
        <span role="status" className="shrink-0 px-1 text-ink-soft text-xs tabular-nums">
          {words !== '' && (count === 0 ? 'not found' : `${matchNumber} of ${count}`)}
        </span>
        <IconButton icon={ChevronUp} label="Previous match" disabled={count === 0} onClick={() => step(-1)} />
        <IconButton icon={ChevronDown} label="Next match" disabled={count === 0} onClick={() => step(1)} />
        <IconButton icon={X} label="Close the search" onClick={close} />
      </div>
      {note !== undefined && <p className="text-2xs text-ink-soft">{note}</p>}
    </search>
  );
}
