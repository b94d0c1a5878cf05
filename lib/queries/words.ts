import type { WordWish } from '../../runner/authoring/index.ts';
import type { Answers } from './answers.ts';
import { send } from './fetch-json.ts';

/** What a person wants of words that an agent said; without `save`, it is only tried on the last attempts. */
type WordRule = { suiteKey: string; caseId: string; words: string; wish: WordWish; save: boolean };

/** Tries a rule about words on the last attempts of its case, and writes it if that is wanted. */
export function sendWords(rule: WordRule): Promise<Answers['POST /api/cases/words']> {
  return send('POST /api/cases/words', rule);
}
