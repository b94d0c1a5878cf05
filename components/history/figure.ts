import { exactPercent } from '@/lib/format';
import type { CaseKind } from '@/runner/contract';

/** What is drawn over time: a share from 0 to 1, or a score, which may be any number. */
export type Figure = { title: string; scale: 'share' | 'score'; format: (value: number) => string };

export function figureOf(kind: CaseKind): Figure {
  switch (kind) {
    case 'consistency':
      return { title: 'Accuracy', scale: 'share', format: exactPercent };
    case 'experiment':
      return { title: 'Score', scale: 'score', format: (score) => String(Number(score.toFixed(3))) };
    case 'standard':
    case 'dynamic':
    case 'script':
      return { title: 'Pass rate', scale: 'share', format: exactPercent };
    default:
      return kind satisfies never;
  }
}
