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

/** Consecutive events of a log, with the sequence numbers `seq` to `to`, that cannot be read for the same reason. */
export type UnreadableEvents = { seq: number; to: number; of?: string | undefined; why: string } & Partial<AttemptId>;

export type AttemptStatus = 'queued' | 'running' | CaseStatus;

/** What an attempt is waiting for now, and since when (in milliseconds since 1970, UTC). */
export type AttemptPhase = { turn: number; phase: Phase; since: number };

export type CheckpointStatus = { state: CheckpointState; turn: number };

/** The fields that all rows of attempts have. */
type CommonAttemptFields = {
  attempt: number;
  status: AttemptStatus;
  /** Why the attempt is excluded from rates; see `CaseResult`. */
  setAside?: CaseResult['setAside'];
  /** The decision on a case that was repeated until its result was clear; set on its last attempt. */
  decision?: CaseResult['decision'];
  startedAt?: number;
  durationMs?: number;
  turns: number;
  phase?: AttemptPhase;
  error?: string;
  reason?: string;
  /** The number of earlier tries of this attempt that failed for reasons outside the agent. */
  repeated?: number;
  endReason?: EndReason;
  /** The fault that decided the attempt; set on attempts that did not pass. */
  fault?: FaultSummary;
  /** Faults that are only likely and that do not decide the attempt. */
  hints?: FaultSummary[];
  /** Set on passed attempts: describes the calls and texts that no rule checked. */
  unjudged?: string;
  /** Set on passed attempts: the parts of the case definition that had no effect. */
  idle?: string[];
  /** The first warnings of the attempt. */
  warnings?: string[];
  /** Describes the inferred rules that the attempt breaks. They do not affect the status. */
  inferred?: string;
  /**
   * Set on attempts with injected text (prompt injection): the outcome, and the attack to which the attempt belongs.
   */
  injection?: Pick<Injection, 'verdict' | 'task' | 'attack' | 'turn'>;
};
/** The fields of rows that only one kind of case has. */
export type AttemptDetails = {
  standard: unknown;
  dynamic: { pips?: Record<string, CheckpointStatus> };
  script: unknown;
  /** `samples` is the number of answers so far, `verdicts` the number of the judge's verdicts on them. */
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

/** One attempt, as displayed in a row of a list. */
export type AttemptRow = UnionWithAllKeys<AttemptRowByKind[CaseKind]>;

export type CaseRow = AnnouncedCase & {
  attempts: AttemptRow[];
  /**
   * The state of the case over several runs, as it was when this run ended. Set only in reports that are written with a
   * history. Not part of any event.
   */
  standing?: CaseHealth;
};

export type RunStatus = 'pending' | 'running' | RunOutcome;

/**
 * The state of a run, computed from its events: all data that a list of cases shows. The conversations are in
 * `AttemptState`.
 */
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
  /** The numbers of attempts that did not pass, by the party at fault. */
  faults: FaultCounts;
  usage: UsageByRole;
  /** Attempts that two queue workers executed; undefined if there are none. */
  begunTwice?: Summary['begunTwice'];
  answerPaths?: Summary['answerPaths'];
  warnings: string[];
  /** Events of the log that cannot be read; undefined if all can be read. */
  unreadable?: UnreadableEvents[];
  summary?: Summary;
  exitCode?: number;
  reason?: string;
  /**
   * The label of the run, the reviews of its cases and turns, and the reviews of its hints. Set only on request. Not
   * part of any event.
   */
  label?: string;
  reviews?: Review[];
  turnReviews?: TurnReview[];
  hintWords?: FaultHintReview[];
  /** Descriptions of earlier results of failed cases, by case key. Not part of any event. */
  pastWords?: Readonly<Record<string, string>>;
  /** The parts of the data that were left out of a report. */
  leftOut?: readonly OmittableReportPart[];
  /** Reads the last passed attempt of a case. Set in reports that are written with a history. */
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
