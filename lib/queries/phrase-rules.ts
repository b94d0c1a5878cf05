import { postToRoute } from './fetch-json.ts';
import type { PhraseRule } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

/** Tests a rule on the last attempts of its case, and adds it to the case if `save` is set. */
export function sendPhraseRule(rule: PhraseRule): Promise<RouteAnswers['POST /api/cases/words']> {
  return postToRoute('POST /api/cases/words', {}, rule);
}
