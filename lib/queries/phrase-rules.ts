import { postToRoute } from './fetch-json.ts';
import type { PhraseRule } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

/** Tries a rule on the last attempts of its case. Adds it to the case if `save` is true. */
export function sendPhraseRule(rule: PhraseRule): Promise<RouteAnswers['POST /api/cases/phrase-rules']> {
  return postToRoute('POST /api/cases/phrase-rules', {}, rule);
}
