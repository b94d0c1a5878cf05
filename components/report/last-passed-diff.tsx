import { useMemo, useState } from 'react';
import { ConversationDiff } from '@/components/compare/conversation-diff';
import type { CaseResult } from '@/runner/contract';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { formatLocalTime } from '@/runner/format';
import { attemptStateFromResult } from './attempt-state-from-result';

type Props = { row: CaseRow; passed: CaseResult; attempt: AttemptState; printing: boolean };

/** Compares a failed conversation with the last passed one of the same case. Rendered only after it is opened. */
export function LastPassedDiff({ row, passed, attempt, printing }: Props) {
  const [open, setOpen] = useState(false);
  const before = useMemo(() => attemptStateFromResult(row.suiteKey, passed), [row, passed]);
  return (
    <details
      open={open || printing}
      onToggle={(event) => !printing && setOpen(event.currentTarget.open)}
      className="rounded-lg border bg-surface"
    >
      <summary className="px-4 py-2 font-semibold text-xs">
        Then | now: passed {formatLocalTime(passed.startedAt)}
      </summary>
      {(open || printing) && (
        <ConversationDiff before={before} after={attempt} words={{ before: 'when it passed', after: 'now' }} />
      )}
    </details>
  );
}
