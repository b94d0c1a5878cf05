import type { RecordedAttempt } from '@/runner/authoring';
import { formatAgentName, formatLocalTime } from '@/runner/format';
import { statusWordAndTone } from '@/runner/verdict';

export function recordedAttemptKey({ runId, attempt }: RecordedAttempt): string {
  return `${runId} ${attempt}`;
}

/** Returns the label of an attempt in a list: its time, result and agent. */
export function recordedAttemptLabel(recordedAttempt: RecordedAttempt): { text: string; hint: string } {
  const { startedAt, attempt, status, turns } = recordedAttempt;
  const agent = formatAgentName(recordedAttempt);
  return {
    text: `${formatLocalTime(startedAt)} · attempt ${attempt} · ${statusWordAndTone[status].word}`,
    hint: turns.length > 1 ? `${agent} · ${turns.length} turns` : agent,
  };
}
