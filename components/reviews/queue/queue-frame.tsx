import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { QueueBar } from './queue-bar';
import { QueueProgress } from './queue-progress';
import type { QueueSource } from './queue-source';
import { useQueue } from './use-queue';

type Props<Item> = {
  source: QueueSource<Item>;
  /** The question about each item; missing if reviewers give a verdict instead. */
  question?: string;
  /** The maximum width of the content: that of one conversation, or of two side by side. */
  width: 'text' | 'pair';
  keyOf: (item: Item) => string;
  /** Renders an item. `isRevealed` is true if the verdicts of the run may be shown. */
  children: (item: Item, isRevealed: boolean) => ReactNode;
  end: (goTo: (index: number) => void) => ReactNode;
  /** Called with the next item, so that it can be preloaded. */
  onNext?: (item: Item) => void;
};

/** Shows the items of a queue one by one. The verdicts of the run appear only after the reviewer's decision. */
export function QueueFrame<Item>({ source, question, width, keyOf, children, end, onNext }: Props<Item>) {
  const { items, choicesFor, reviewer, setReviewer, problem } = source;
  const queue = useQueue(source);
  const { at, current, goTo, give, undo, mine } = queue;
  const choices = choicesFor(current);
  const [showing, setShowing] = useState(false);
  const note = useRef<HTMLInputElement>(null);
  const next = items[at + 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each item
  useEffect(() => {
    if (next !== undefined) onNext?.(next);
  }, [at]);
  useShortcuts({
    j: () => goTo(at + 1),
    k: () => goTo(at - 1),
    u: () => undo?.(),
    n: () => note.current?.focus(),
    ...Object.fromEntries(choices.map(({ key, label }) => [key, () => give(label)])),
  });
  useCommands(() => [
    { id: 'show-verdicts', title: showing ? 'Hide verdicts' : 'Show verdicts', run: () => setShowing(!showing) },
    ...(undo === undefined ? [] : [{ id: 'undo-review', title: 'Undo the last review', keys: 'u', run: undo }]),
  ]);
  return (
    <>
      <QueueProgress
        itemIndex={at}
        itemCount={items.length}
        item={width === 'pair' ? 'Pair' : 'Conversation'}
        done={queue.done}
        showing={showing}
        onShowing={setShowing}
        reviewer={reviewer}
        setReviewer={setReviewer}
      />
      {question !== undefined && (
        <p className="shrink-0 break-words border-b bg-surface px-4 py-2 font-medium">{question}</p>
      )}
      <QueueScrollPane subject={current === undefined ? 'end' : keyOf(current)} width={width}>
        {current === undefined ? end(goTo) : children(current, showing || mine !== undefined)}
      </QueueScrollPane>
      <QueueBar queue={queue} choices={choices} atEnd={current === undefined} note={note} problem={problem} />
    </>
  );
}

type PaneProps = { subject: string; width: 'text' | 'pair'; children: ReactNode };

/**
 * The scroll container. It takes the focus when another item is shown, unless an element has it, so that the keys for
 * scrolling work.
 */
function QueueScrollPane({ subject, width, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when another conversation is shown
  useEffect(() => {
    if (pane.current === null) return;
    pane.current.scrollTop = 0;
    if (document.activeElement === document.body) pane.current.focus({ preventScroll: true });
  }, [subject]);
  return (
    <section
      ref={pane}
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto px-4 py-4 outline-none focus-visible:shadow-[inset_0_2px_0_var(--accent)]"
    >
      <div className={`mx-auto flex flex-col gap-4 ${width === 'text' ? 'max-w-3xl' : 'max-w-7xl'}`}>{children}</div>
    </section>
  );
}
