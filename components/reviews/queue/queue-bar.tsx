import type { Ref } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { ChevronLeft, ChevronRight, Undo2 } from '@/components/ui/icons';
import { Kbd } from '@/components/ui/kbd';
import { VerdictButton } from '../verdict-button';
import type { QueueChoice } from './queue-source';
import type { QueueState } from './use-queue';

type Props = {
  queue: Omit<QueueState<unknown>, 'current'>;
  choices: readonly QueueChoice[];
  /** True if all conversations of the queue have been reviewed. */
  atEnd: boolean;
  note: Ref<HTMLInputElement>;
  problem: string | undefined;
};

/** The bar with the buttons that decide on the conversation above and move to the next one. */
export function QueueBar({ queue, choices, atEnd, note, problem }: Props) {
  const { at, goTo, give, undo, mine } = queue;
  // Leaves out choices without an icon, because their buttons show the key.
  const choiceKeys = choices.flatMap(({ key, icon, word }) =>
    icon === undefined ? [] : [{ key, does: word.toLowerCase() }],
  );
  return (
    <section aria-label="Review" className="flex shrink-0 flex-col gap-1.5 border-t bg-surface px-4 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-1.5">
        <IconButton
          icon={ChevronLeft}
          label="Previous conversation"
          title="Previous conversation (k)"
          aria-keyshortcuts="k"
          aria-disabled={at === 0}
          onClick={() => goTo(at - 1)}
        />
        {!atEnd &&
          choices.map((choice) => (
            <VerdictButton
              key={choice.label}
              choice={choice}
              active={mine?.label === choice.label}
              onGive={() => give(choice.label)}
            />
          ))}
        <IconButton
          icon={ChevronRight}
          label="Next conversation"
          title="Next conversation (j)"
          aria-keyshortcuts="j"
          aria-disabled={atEnd}
          onClick={() => goTo(at + 1)}
        />
        <Button
          size="sm"
          look="quiet"
          icon={Undo2}
          title="Undo the last review (u)"
          aria-keyshortcuts="u"
          aria-disabled={undo === undefined}
          onClick={() => undo?.()}
        >
          Undo
        </Button>
        {!atEnd && (
          <input
            ref={note}
            type="text"
            aria-label="Note"
            aria-keyshortcuts="n"
            placeholder="Note (why?)"
            maxLength={10_000}
            value={queue.note}
            onChange={(event) => queue.setNote(event.target.value)}
            onBlur={queue.saveNote}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
            }}
            className="h-7 min-w-40 grow rounded-md border bg-surface px-2 text-xs placeholder:text-ink-faint"
          />
        )}
      </div>
      <p aria-hidden className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-ink-faint max-sm:hidden">
        {[...choiceKeys, ...shortcutHints].map(({ key, does }) => (
          <span key={key} className="flex items-center gap-1">
            <Kbd>{key}</Kbd> {does}
          </span>
        ))}
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-fail">
          {problem}
        </p>
      )}
    </section>
  );
}

const shortcutHints = [
  { key: 'n', does: 'note' },
  { key: 'u', does: 'undo' },
  { key: 'k', does: 'previous' },
  { key: 'j', does: 'next' },
] as const;
