import { send } from './fetch-json.ts';
import type { WordRule } from './route-types.ts';
import type { Answers } from './routes.ts';

/** Tries a rule about words on the last attempts of its case, and writes it if that is wanted. */
export function sendWords(rule: WordRule): Promise<Answers['POST /api/cases/words']> {
  return send('POST /api/cases/words', {}, rule);
}
