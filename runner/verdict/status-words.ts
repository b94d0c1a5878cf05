import type { CheckpointState } from '../contract/index.ts';
import type { AttemptStatus, RunStatus } from '../fold/index.ts';
import type { StabilityClass } from './stability.ts';

export type StatusName =
  | AttemptStatus
  | RunStatus
  | CheckpointState
  | StabilityClass
  | 'waiting'
  | 'missed'
  | 'never_run'
  | 'flaky'
  | 'partly'
  | 'open'
  | 'unsound'
  | 'measured'
  | 'not_judged';
/** The meaning of a status for a reader, from which each output chooses its own colours. */
export type StatusTone = 'pass' | 'fail' | 'broken' | 'late' | 'idle' | 'busy';

/** The label and tone of every status. The dashboard, reports and the console render them each in a different way. */
export const statusWordAndTone: Readonly<Record<StatusName, { word: string; tone: StatusTone }>> = {
  passed: { word: 'Passed', tone: 'pass' },
  failed: { word: 'Failed', tone: 'fail' },
  error: { word: 'Error', tone: 'broken' },
  timeout: { word: 'Timed out', tone: 'late' },
  skipped: { word: 'Skipped', tone: 'idle' },
  queued: { word: 'Queued', tone: 'idle' },
  running: { word: 'Running', tone: 'busy' },
  pending: { word: 'Starting', tone: 'busy' },
  cancelled: { word: 'Cancelled', tone: 'idle' },
  interrupted: { word: 'Interrupted', tone: 'late' },
  reached: { word: 'Reached', tone: 'pass' },
  out_of_order: { word: 'Out of order', tone: 'late' },
  kept: { word: 'Kept', tone: 'pass' },
  broken: { word: 'Broken', tone: 'fail' },
  failed_try: { word: 'Not yet', tone: 'idle' },
  missed: { word: 'Not reached', tone: 'fail' },
  never_run: { word: 'Never run', tone: 'idle' },
  waiting: { word: 'Waiting', tone: 'idle' },
  open: { word: 'Needs a run', tone: 'idle' },
  unsound: { word: 'Not valid yet', tone: 'late' },
  measured: { word: 'Measured', tone: 'idle' },
  not_judged: { word: 'Not judged', tone: 'idle' },
  partly: { word: 'Partly', tone: 'late' },
  flaky: { word: 'Flaky', tone: 'late' },
  stable: { word: 'Stable', tone: 'pass' },
  mostly_stable: { word: 'Mostly stable', tone: 'late' },
  unstable: { word: 'Unstable', tone: 'late' },
  highly_unstable: { word: 'Highly unstable', tone: 'fail' },
};
