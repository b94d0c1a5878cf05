import type { ReactNode } from 'react';
import type { Speaker } from '@/components/conversation/conversation-model';
import { useKept } from '@/components/ui/open-state';

type Props = {
  /** What stands in its place; without it the message is shown. */
  why: string | undefined;
  speaker: Speaker;
  /** Tells it from the other messages of the conversation. */
  name: string;
  children: ReactNode;
};

const speakers = { user: 'User', agent: 'Agent', system: 'System' };

/** A message that need not be read again, as one line that opens. */
export function FoldedMessage({ why, speaker, name, children }: Props) {
  const [open, setOpen] = useKept(`folded ${name}`);
  if (why === undefined) return children;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-md border border-dashed px-3 py-1 text-ink-soft text-xs hover:text-ink">
        <span className="font-medium">{speakers[speaker]}</span> · {why}
      </summary>
      <div className="mt-2">{open && children}</div>
    </details>
  );
}
