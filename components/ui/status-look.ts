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
import type { StatusName, Tone } from '@/runner/verdict';

/** Every status has its own sign beside its word: colour is never alone. */
export const statusIcons: Readonly<Record<StatusName, LucideIcon>> = {
  passed: Check,
  failed: X,
  error: TriangleAlert,
  timeout: Hourglass,
  skipped: CircleSlash,
  queued: CircleDashed,
  running: LoaderCircle,
  pending: LoaderCircle,
  cancelled: Ban,
  interrupted: Unplug,
  reached: Check,
  out_of_order: Shuffle,
  failed_try: CircleDot,
  missed: X,
  waiting: CircleDashed,
  open: CircleQuestionMark,
  unsound: PencilLine,
  measured: Gauge,
  partly: CircleDot,
  flaky: Shuffle,
  stable: Check,
  mostly_stable: CircleDot,
  unstable: Shuffle,
  highly_unstable: X,
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
