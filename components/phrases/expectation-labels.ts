import type { PhraseExpectation } from '@/runner/authoring';

export const expectationLabels: Readonly<Record<PhraseExpectation, string>> = {
  must: 'Must be said',
  never: 'Must never be said',
};
