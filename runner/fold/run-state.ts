import type {
  AnnouncedCase,
  CaseKind,
  CaseResult,
  CaseStatus,
  CheckpointState,
  Counts,
  EndReason,
  Environment,
  Injection,
  MetricResult,
  OmittableReportPart,
  Phase,
  Review,
  RunOptions,
  RunOutcome,
  ScoreCell,
  Suite,
  Summary,
  TurnReview,
  UsageByRole,
} from '../contract/index.ts';
import type { UnionWithAllKeys } from '../values/index.ts';
import type { CaseHealth } from './case-health.ts';
import { emptyCounts } from './counts.ts';
import type { FaultCounts, FaultHintReview, FaultSummary } from './fault-counts.ts';
import type { AttemptId } from './keys.ts';

/** Consecutive events of a log, with sequence numbers from `seq` to `to`, that cannot be read for the same reason. */
export type UnreadableEvents = { seq: number; to: number; of?: string | undefined; why: string } & Partial<AttemptId>;

export type AttemptStatus = 'queued' | 'running' | CaseStatus;

/** What an attempt is currently waiting for, and since when (ms, UTC). */
export type AttemptPhase = { turn: number; phase: Phase; since: number };

export type CheckpointStatus = { state: CheckpointState; turn: number };

/** Row fields common to all attempts. */
type CommonAttemptFields = {
  attempt: number;
  status: AttemptStatus;
  /** The reason why the attempt is excluded from rates; see `CaseResult`. */
  setAside?: CaseResult['setAside'];
  /** The decision on a case that was repeated until it was decided; set on its last attempt. */
  decision?: CaseResult['decision'];
  startedAt?: number;
  durationMs?: number;
  turns: number;
  phase?: AttemptPhase;
  error?: string;
  reason?: string;
  /** Number of earlier tries, which failed outside the agent. */
  repeated?: number;
  endReason?: EndReason;
  /** Set on attempts without a right result: who was at fault. */
  fault?: FaultSummary;
  /** Faults that are only likely and do not decide the attempt. */
  hints?: FaultSummary[];
  /** Set on passed attempts: a text about what no rule checked. */
  unjudged?: string;
  /** Set on passed attempts: the parts of the case that had no effect. */
  idle?: string[];
  /** The first warnings of the attempt. */
  warnings?: string[];
  /** A text about the inferred rules that the attempt breaks. They do not affect the status. */
  inferred?: string;
  /** Set on attempts with a hostile text: the outcome, and the attack to which the attempt belongs. */
  injection?: Pick<Injection, 'verdict' | 'task' | 'attack' | 'turn'>;
};
/** Row fields specific to each kind of case. */
export type AttemptDetails = {
  standard: unknown;
  dynamic: { pips?: Record<string, CheckpointStatus> };
  script: unknown;
  /** `samples` is the number of answers so far, `verdicts` the number of a judge's verdicts on them. */
  consistency: {
    samples?: number;
    verdicts?: number;
    metrics?: MetricResult[];
    score?: number | null;
    /** True if a check failed, whatever the accuracy is. */
    checkFailed?: true;
  };
  experiment: { cells?: ScoreCell[]; verdicts?: number; score?: number | null };
};
export type AttemptRowByKind = { [Kind in CaseKind]: CommonAttemptFields & AttemptDetails[Kind] };

/** One attempt, as a row of a list shows it. */
export type AttemptRow = UnionWithAllKeys<AttemptRowByKind[CaseKind]>;

export type CaseRow = AnnouncedCase & {
  attempts: AttemptRow[];
  /**
   * The state of the case over several runs, when this run ended. Set only in reports that are written with a history.
   * Not part of any event.
   */
  standing?: CaseHealth;
};

export type RunStatus = 'pending' | 'running' | RunOutcome;

/** A run, folded from its events: all data that a list of cases shows. The conversations are in `AttemptState`. */
export type RunState = {
  runId: string;
  seq: number;
  status: RunStatus;
  startedAt?: number;
  finishedAt?: number;
  suites: Suite[];
  options?: RunOptions;
  environment?: Environment;
  toolVersion?: string;
  gitCommit?: string;
  rows: CaseRow[];
  counts: Counts;
  /** Attempts without a right result, counted by the party at fault. */
  faults: FaultCounts;
  usage: UsageByRole;
  /** Attempts that two queue workers ran; absent if there are none. */
  begunTwice?: Summary['begunTwice'];
  answerPaths?: Summary['answerPaths'];
  warnings: string[];
  /** Events of the log that cannot be read; absent if all can be read. */
  unreadable?: UnreadableEvents[];
  summary?: Summary;
  exitCode?: number;
  reason?: string;
  /** The label of the run, its reviews, and the reviews of its hints; set only on request. Not part of any event. */
  label?: string;
  reviews?: Review[];
  turnReviews?: TurnReview[];
  hintWords?: FaultHintReview[];
  /** Texts about earlier results of failed cases, by case key. Not part of any event. */
  pastWords?: Readonly<Record<string, string>>;
  /** The parts that were left out of a report. */
  leftOut?: readonly OmittableReportPart[];
  /** Reads the last passing attempt of a case; set for reports that are written with a history. */
  lastPassing?: (row: Pick<CaseRow, 'suiteKey' | 'id'>) => CaseResult | undefined;
};

export function emptyRunState(runId: string): RunState {
  return {
    runId,
    seq: 0,
    status: 'pending',
    suites: [],
    rows: [],
    counts: emptyCounts(),
    faults: {},
    usage: {},
    warnings: [],
  };
}
