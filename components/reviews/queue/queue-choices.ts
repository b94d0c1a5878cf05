import type { QueueLabel } from '@/runner/contract';
import { reviewLook } from '../review-look';
import type { QueueChoice } from './queue-source';

/** Returns the labels of a queue as choices with the keys 1 to 9. */
export function createLabelChoices(labels: readonly QueueLabel[]): QueueChoice[] {
  return labels.map(({ label, means }, index) => {
    const tone = means === undefined ? 'busy' : reviewLook[means].tone;
    return { label, word: label, key: String(index + 1), tone };
  });
}

/** Returns the choices for a pair of conversations. If the pair is flipped, its first conversation is on the right. */
export function createPairwiseChoices(isFlipped: boolean): QueueChoice[] {
  const [left, right] = isFlipped ? ['second', 'first'] : ['first', 'second'];
  return [
    { label: left, word: 'Left is better', key: 'ArrowLeft', keyWord: '←', tone: 'busy' },
    { label: 'same', word: 'The same', key: '=', tone: 'busy' },
    { label: right, word: 'Right is better', key: 'ArrowRight', keyWord: '→', tone: 'busy' },
  ];
}
