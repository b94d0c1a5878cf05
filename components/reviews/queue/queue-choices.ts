import type { QueueLabel } from '@/runner/contract';
import { reviewLook } from '../review-look';
import type { QueueChoice } from './queue-source';

/** The answers of a queue on the keys 1 to 9. */
export function createLabelChoices(labels: readonly QueueLabel[]): QueueChoice[] {
  return labels.map(({ label, means }, index) => {
    const tone = means === undefined ? 'busy' : reviewLook[means].tone;
    return { label, word: label, key: String(index + 1), tone };
  });
}

/** The answers to a pair of conversations. If the pair is flipped, its first side is on the right. */
export function createPairwiseChoices(isFlipped: boolean): QueueChoice[] {
  const [left, right] = isFlipped ? ['second', 'first'] : ['first', 'second'];
  return [
    { label: left, word: 'Left is better', key: 'ArrowLeft', keyWord: '←', tone: 'busy' },
    { label: 'same', word: 'The same', key: '=', tone: 'busy' },
    { label: right, word: 'Right is better', key: 'ArrowRight', keyWord: '→', tone: 'busy' },
  ];
}
