import { send } from './fetch-json.ts';
import type { WordRule } from './route-types.ts';
import type { Answers } from './routes.ts';

/** Tests a rule on the last attempts of its case, and adds it to the case if `save` is set. */
export function sendWords(rule: WordRule): Promise<Answers['POST /api/cases/words']> {
  return send('POST /api/cases/words', {}, rule);
}
