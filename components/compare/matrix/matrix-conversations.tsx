import { useState } from 'react';
import { AttemptComparison } from '@/components/compare/attempt-comparison';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { IconButton } from '@/components/ui/button';
import { X } from '@/components/ui/icons';

type ComparedRunSide = { runId: string; title: string; judged: number };
type Props = { suiteKey: string; caseId: string; before: ComparedRunSide; after: ComparedRunSide; onClose: () => void };

type ChosenAttempts = { left?: number; right?: number };

/** Shows the conversations of a case in two columns side by side, below the matrix. Escape closes them. */
export function MatrixConversations({ suiteKey, caseId, before, after, onClose }: Props) {
  const [attempts, setAttempts] = useState<ChosenAttempts>({});
  useShortcuts({ Escape: onClose });
  return (
    <section
      aria-label={`${caseId}: ${before.title} and ${after.title}`}
      className="flex h-[52%] min-h-64 shrink-0 flex-col border-t-2 border-t-accent bg-surface max-sm:h-[62%]"
    >
      <div className="flex shrink-0 items-center gap-2 border-b px-4 py-1.5 text-xs">
        <h2 className="min-w-0 truncate font-semibold" dir="auto">
          {caseId}
        </h2>
        <span className="min-w-0 grow truncate text-ink-soft">
          {before.title} | {after.title}
        </span>
        <IconButton icon={X} label="Close the conversations" onClick={onClose} />
      </div>
      <AttemptComparison
        base={before.runId}
        head={after.runId}
        entry={{ suiteKey, id: caseId, before, after }}
        left={attempts.left ?? null}
        right={attempts.right ?? null}
        titles={{ before: before.title, after: after.title }}
        openAt="first difference"
        onAttempts={(chosenAttempts) => setAttempts((current) => ({ ...current, ...chosenAttempts }))}
      />
    </section>
  );
}
