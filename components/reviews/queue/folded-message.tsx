import type { ReactNode } from 'react';
import type { Speaker } from '@/components/conversation/conversation-model';
import { useStoredState } from '@/components/ui/stored-state';

type Props = {
  /** The reason why the message is collapsed; if undefined, it is shown in full. */
  reason: string | undefined;
  speaker: Speaker;
  /** The key that identifies the message within the conversation. */
  name: string;
  children: ReactNode;
};

const speakerNames = { user: 'User', agent: 'Agent', system: 'System' };

/** A repeated message as a single line, which can be expanded. */
export function FoldedMessage({ reason, speaker, name, children }: Props) {
  const [open, setOpen] = useStoredState(`folded ${name}`);
  if (reason === undefined) return children;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-md border border-dashed px-3 py-1 text-ink-soft text-xs hover:text-ink">
        <span className="font-medium">{speakerNames[speaker]}</span> · {reason}
      </summary>
      <div className="mt-2">{open && children}</div>
    </details>
  );
}
