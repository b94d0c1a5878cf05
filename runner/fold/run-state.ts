import type {
  AnnouncedCase,
  CaseKind,
  CaseResult,
  CaseStatus,
  CheckpointState,
  Counts,
  EndReason,
  Environment,
  MetricResult,
  Phase,
  Review,
  RunOptions,
  RunOutcome,
  ScoreCell,
  Suite,
  Summary,
  UsageByRole,
} from '../contract/index.ts';
import type { AnyOf } from '../values/index.ts';
import type { CaseStanding } from './case-standing.ts';
import { emptyCounts } from './counts.ts';
import type { FaultCounts, FaultMark, HintWord } from './fault-counts.ts';
import type { AttemptId } from './keys.ts';

/** Events of a log in a row, `seq` to `to`, that cannot be read for the same reason. */
export type UnreadableEvents = { seq: number; to: number; of?: string | undefined; why: string } & Partial<AttemptId>;

export type AttemptStatus = 'queued' | 'running' | CaseStatus;

/** The current wait of an attempt, and its start (ms, UTC). */
export type AttemptPhase = { turn: number; phase: Phase; since: number };

export type PipState = { state: CheckpointState; turn: number };

/** What a row shows of every attempt. */
type AttemptBasis = {
  attempt: number;
  status: AttemptStatus;
  /** It counts in no rate: see a result. */
  setAside?: CaseResult['setAside'];
  /** On the last attempt of a case that was repeated until it was decided. */
  decision?: CaseResult['decision'];
  startedAt?: number;
  durationMs?: number;
  turns: number;
  phase?: AttemptPhase;
  error?: string;
  reason?: string;
  /** How often it was tried before this try, by the fault of others. */
  repeated?: number;
  endReason?: EndReason;
  /** Of an attempt that went wrong: whose fault it was. */
  fault?: FaultMark;
  /** Faults of others that are only likely. */
  hints?: FaultMark[];
  /** Of a pass: what no rule looked at, in words. */
  unjudged?: string;
  /** Of a pass: the parts of the case that did nothing. */
  idle?: string[];
};
/** What it shows beside that of those of one kind. */
export type AttemptDetails = {
  standard: unknown;
  dynamic: { pips?: Record<string, PipState> };
  script: unknown;
  /** `samples` are its answers so far, `verdicts` the number of verdicts on them. */
  consistency: {
    samples?: number;
    verdicts?: number;
    metrics?: MetricResult[];
    score?: number | null;
    /** True if a check failed, whatever the accuracy. */
    checkFailed?: true;
  };
  experiment: { cells?: ScoreCell[]; verdicts?: number; score?: number | null };
};
export type AttemptRowByKind = { [Kind in CaseKind]: AttemptBasis & AttemptDetails[Kind] };

/** One attempt as a row of a list shows it. */
export type AttemptRow = AnyOf<AttemptRowByKind[CaseKind]>;

export type CaseRow = AnnouncedCase & {
  attempts: AttemptRow[];
  /** In reports from a history: how it stood when the run ended. It comes from no event. */
  standing?: CaseStanding;
};

export type RunStatus = 'pending' | 'running' | RunOutcome;

/** A run, folded from its events: everything a list of cases shows. Conversations are in `AttemptState`. */
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
  /** Attempts that went wrong, by whose fault it was. */
  faults: FaultCounts;
  usage: UsageByRole;
  /** Attempts that workers of a queue have begun twice; absent without any. */
  begunTwice?: Summary['begunTwice'];
  answerPaths?: Summary['answerPaths'];
  warnings: string[];
  /** Events of its log that cannot be read; absent without any. */
  unreadable?: UnreadableEvents[];
  summary?: Summary;
  exitCode?: number;
  reason?: string;
  /** The label of the run, its reviews and words on its hints, where requested. They come from no event. */
  label?: string;
  reviews?: Review[];
  hintWords?: HintWord[];
  /** What is known of failed cases before, in words, by the key of the case. It comes from no event, either. */
  pastWords?: Readonly<Record<string, string>>;
  /** Reads the attempt that a case passed last, where reports are written with a history at hand. */
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
