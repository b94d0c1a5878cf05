import type { WordWish } from '@/runner/authoring';

export const wishWords: Readonly<Record<WordWish, string>> = { must: 'Must be said', never: 'Must never be said' };
