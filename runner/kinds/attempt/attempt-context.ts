import type { PlannedCase, RunEventBody, Usage, UsageByRole, UsageRole } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import type { Deadline, RunnerPorts } from '../../ports/index.ts';
import { formatGoDuration } from '../../values/index.ts';
import type { Progress } from './outcome.ts';

type WithoutPlace<Body> = Body extends RunEventBody ? Omit<Body, 'suiteKey' | 'caseId' | 'attempt'> : never;
/** An event of this attempt, without saying which attempt. */
export type AttemptEventBody = WithoutPlace<Extract<RunEventBody, { caseId?: string | undefined }>>;

/** What an executor works with: one attempt of one case. */
export type AttemptContext = {
  readonly runId: string;
  readonly planned: PlannedCase;
  readonly attempt: number;
  readonly sessionId: string;
  /** What accuracy passes, from 0 to 1. */
  readonly minAccuracy: number;
  readonly ports: RunnerPorts;
  readonly deadline: Deadline;
  emit(body: AttemptEventBody): void;
  spend(role: UsageRole, usage: Usage | undefined): void;
  usage(): UsageByRole;
  record(progress: Progress): void;
  progress(): Progress;
  /** What the attempt is held up by, told by whoever makes a call; `undefined` when it goes on. */
  waiting(reason: string | undefined): void;
  /** What may be known soon about a call that was stopped. */
  hung(line: Promise<string | undefined>): void;
  /** Waits until that is known, so that `timeoutText` says it. */
  hangKnown(): Promise<void>;
  /** Keeps what a person has to know with the result, once. */
  warn(text: string): void;
  warnings(): string[];
  timeoutText(): string;
};

type ContextOptions = Pick<
  AttemptContext,
  'runId' | 'planned' | 'attempt' | 'minAccuracy' | 'ports' | 'deadline' | 'emit'
>;

export function createAttemptContext(options: ContextOptions): AttemptContext {
  const { runId, planned, attempt, minAccuracy, ports, deadline, emit } = options;
  const spent: UsageByRole = {};
  const warnings = new Set<string>();
  let recorded: Progress = {};
  let heldUp: string | undefined;
  let hang: Promise<string | undefined> | undefined;
  return {
    runId,
    planned,
    attempt,
    minAccuracy,
    ports,
    deadline,
    emit,
    sessionId: `${planned.environment.chatId ?? runId}:${planned.suiteKey}:${planned.case.id}:${attempt}`,
    spend(role, usage) {
      const sum = addUsage(spent[role], usage);
      if (sum !== undefined) spent[role] = sum;
    },
    usage: () => spent,
    record(progress) {
      recorded = { ...recorded, ...progress };
    },
    progress: () => recorded,
    waiting(reason) {
      heldUp = reason;
    },
    hung(line) {
      hang = line;
    },
    async hangKnown() {
      const line = await hang;
      if (line !== undefined) heldUp = `still running at ${line}`;
    },
    warn: (text) => void warnings.add(text),
    warnings: () => [...warnings],
    timeoutText: () =>
      `timeout after ${formatGoDuration(planned.timeoutMs)}${heldUp === undefined ? '' : `, ${heldUp}`}`,
  };
}
