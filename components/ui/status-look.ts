import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  CircleQuestionMark,
  CircleSlash,
  Gauge,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  PencilLine,
  Shuffle,
  TriangleAlert,
  Unplug,
  X,
} from 'lucide-react';
import type { CheckpointState } from '@/runner/contract';
import type { AttemptStatus, RunStatus } from '@/runner/fold';
import type { StabilityClass } from '@/runner/verdict';

export type StatusName =
  | AttemptStatus
  | RunStatus
  | CheckpointState
  | StabilityClass
  | 'waiting'
  | 'missed'
  | 'flaky'
  | 'partly'
  | 'open'
  | 'unsound'
  | 'measured';
export type Tone = 'pass' | 'fail' | 'broken' | 'late' | 'idle' | 'busy';
export type StatusLook = { word: string; icon: LucideIcon; tone: Tone };

/** The one place that knows what a status looks like. Every look has its own icon and word: colour is never alone. */
export const statusLook: Readonly<Record<StatusName, StatusLook>> = {
  passed: { word: 'Passed', icon: Check, tone: 'pass' },
  failed: { word: 'Failed', icon: X, tone: 'fail' },
  error: { word: 'Error', icon: TriangleAlert, tone: 'broken' },
  timeout: { word: 'Timed out', icon: Hourglass, tone: 'late' },
  skipped: { word: 'Skipped', icon: CircleSlash, tone: 'idle' },
  queued: { word: 'Queued', icon: CircleDashed, tone: 'idle' },
  running: { word: 'Running', icon: LoaderCircle, tone: 'busy' },
  pending: { word: 'Starting', icon: LoaderCircle, tone: 'busy' },
  cancelled: { word: 'Cancelled', icon: Ban, tone: 'idle' },
  interrupted: { word: 'Interrupted', icon: Unplug, tone: 'late' },
  reached: { word: 'Reached', icon: Check, tone: 'pass' },
  out_of_order: { word: 'Out of order', icon: Shuffle, tone: 'late' },
  failed_try: { word: 'Not yet', icon: CircleDot, tone: 'idle' },
  missed: { word: 'Not reached', icon: X, tone: 'fail' },
  waiting: { word: 'Waiting', icon: CircleDashed, tone: 'idle' },
  open: { word: 'Needs a run', icon: CircleQuestionMark, tone: 'idle' },
  unsound: { word: 'Not valid yet', icon: PencilLine, tone: 'late' },
  measured: { word: 'Measured', icon: Gauge, tone: 'idle' },
  partly: { word: 'Partly', icon: CircleDot, tone: 'late' },
  flaky: { word: 'Flaky', icon: Shuffle, tone: 'late' },
  stable: { word: 'Stable', icon: Check, tone: 'pass' },
  mostly_stable: { word: 'Mostly stable', icon: CircleDot, tone: 'late' },
  unstable: { word: 'Unstable', icon: Shuffle, tone: 'late' },
  highly_unstable: { word: 'Highly unstable', icon: X, tone: 'fail' },
};

export const toneText: Readonly<Record<Tone, string>> = {
  pass: 'text-pass',
  fail: 'text-fail',
  broken: 'text-broken',
  late: 'text-late',
  idle: 'text-idle',
  busy: 'text-busy',
};

export const toneSoft: Readonly<Record<Tone, string>> = {
  pass: 'bg-pass-soft',
  fail: 'bg-fail-soft',
  broken: 'bg-broken-soft',
  late: 'bg-late-soft',
  idle: 'bg-idle-soft',
  busy: 'bg-busy-soft',
};

export const toneFill: Readonly<Record<Tone, string>> = {
  pass: 'bg-pass',
  fail: 'bg-fail',
  broken: 'bg-broken',
  late: 'bg-late',
  idle: 'bg-idle',
  busy: 'bg-busy',
};

export const toneBorder: Readonly<Record<Tone, string>> = {
  pass: 'border-pass',
  fail: 'border-fail',
  broken: 'border-broken',
  late: 'border-late',
  idle: 'border-line-strong',
  busy: 'border-busy',
};
