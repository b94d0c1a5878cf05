import {
  ArrowDown,
  ArrowDownRight,
  ArrowUp,
  Equal,
  type Icon,
  Minus,
  Pencil,
  Plus,
  Shuffle,
} from '@/components/ui/icons';
import type { CaseChange, StatusTone } from '@/runner/verdict';

export type CaseChangeOrEdit = CaseChange | 'edited';

/** How each kind of change is displayed. The word and the icon tell the kinds apart without colour. */
export const changeLook: Readonly<Record<CaseChangeOrEdit, { word: string; icon: Icon; tone: StatusTone }>> = {
  newly_failing: { word: 'Newly failing', icon: ArrowDown, tone: 'fail' },
  failed_this_time: { word: 'New', icon: ArrowDownRight, tone: 'late' },
  flaky: { word: 'Flaky', icon: Shuffle, tone: 'late' },
  fixed: { word: 'Fixed', icon: ArrowUp, tone: 'pass' },
  added: { word: 'Added', icon: Plus, tone: 'busy' },
  removed: { word: 'Removed', icon: Minus, tone: 'idle' },
  same: { word: 'Same', icon: Equal, tone: 'idle' },
  edited: { word: 'Edited', icon: Pencil, tone: 'late' },
};
