import type {
  AnnouncedCase,
  CaseStatus,
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
import { emptyCounts } from './counts.ts';

export type AttemptStatus = 'queued' | 'running' | CaseStatus;

/** What an attempt waits for now, since when (ms, UTC). */
export type AttemptPhase = { turn: number; phase: Phase; since: number };

export type PipState = { state: 'reached' | 'out_of_order' | 'failed_try'; turn: number };

/** One attempt as a row of a list shows it. */
export type AttemptRow = {
  attempt: number;
  status: AttemptStatus;
  startedAt?: number;
  durationMs?: number;
  turns: number;
  phase?: AttemptPhase;
  pips?: Record<string, PipState>;
  error?: string;
  reason?: string;
  endReason?: EndReason;
  /** Answers of a consistency case so far. */
  samples?: number;
  metrics?: MetricResult[];
  /** What scorers said about a row of an experiment, and how often a judge spoke in a consistency case. */
  cells?: ScoreCell[];
  verdicts?: number;
  score?: number | null;
  /** Whether a check of a consistency case did not hold, whatever its accuracy is. */
  checkFailed?: true;
};

export type CaseRow = AnnouncedCase & { attempts: AttemptRow[] };

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
  usage: UsageByRole;
  warnings: string[];
  summary?: Summary;
  exitCode?: number;
  reason?: string;
  /** What people said of the run, where it is asked for: a name, and reviews of attempts. No event tells it. */
  label?: string;
  reviews?: Review[];
};

export function emptyRunState(runId: string): RunState {
  return {
    runId,
    seq: 0,
    status: 'pending',
    suites: [],
    rows: [],
    counts: emptyCounts(),
    usage: {},
    warnings: [],
  };
}
