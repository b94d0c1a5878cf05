import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  CircleQuestionMark,
  CircleSlash,
  Gauge,
  Hourglass,
  type Icon,
  LoaderCircle,
  PencilLine,
  Shuffle,
  TriangleAlert,
  Unplug,
  X,
} from '@/components/ui/icons';
import type { StatusName, StatusTone } from '@/runner/verdict';

/** Every status has its own icon, so that statuses are not distinguished by colour alone. */
export const statusIcons: Readonly<Record<StatusName, Icon>> = {
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
  kept: Check,
  broken: X,
  failed_try: CircleDot,
  missed: X,
  never_run: CircleDashed,
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

/** The classes of each tone, for text and icons, backgrounds, filled shapes and borders. */
export const toneLook: Readonly<Record<StatusTone, { text: string; soft: string; fill: string; border: string }>> = {
  pass: { text: 'text-pass', soft: 'bg-pass-soft', fill: 'bg-pass', border: 'border-pass' },
  fail: { text: 'text-fail', soft: 'bg-fail-soft', fill: 'bg-fail', border: 'border-fail' },
  broken: { text: 'text-broken', soft: 'bg-broken-soft', fill: 'bg-broken', border: 'border-broken' },
  late: { text: 'text-late', soft: 'bg-late-soft', fill: 'bg-late', border: 'border-late' },
  idle: { text: 'text-idle', soft: 'bg-idle-soft', fill: 'bg-idle', border: 'border-line-strong' },
  busy: { text: 'text-busy', soft: 'bg-busy-soft', fill: 'bg-busy', border: 'border-busy' },
};
