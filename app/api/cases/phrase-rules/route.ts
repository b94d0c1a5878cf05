import * as z from 'zod';
import { defineRoute, parseRouteBody } from '@/lib/http';
import type { RouteAnswers } from '@/lib/queries';
import { tryRuleOnAnswers } from '@/runner/history';
import { database } from '@/runner/history/db';
import { readEnvironment } from '@/runner/host/env';
import { addPhraseRuleToText, phraseExpectations, saveCaseFileChange } from '@/runner/workspace';

const bodySchema = z.strictObject({
  suiteKey: z.string().min(1).max(1_000),
  caseId: z.string().min(1),
  words: z.string().trim().min(1).max(2_000),
  wish: z.enum(phraseExpectations),
  /** If false, the rule is tried on recorded answers, and the case file does not change. */
  save: z.boolean(),
});

export const POST = defineRoute<'POST /api/cases/phrase-rules'>(async (request) => {
  const { words, wish: expectation, save, ...key } = await parseRouteBody(request, bodySchema);
  const { workspace } = readEnvironment();
  const address = { workspace, ...key };
  const changed = addPhraseRuleToText(address, { words, expectation });
  const ruleTrial = await tryRuleOnAnswers(database(), { ...key, value: changed.value }, request.signal);
  if (save) await saveCaseFileChange(address, changed);
  return Response.json(ruleTrial satisfies RouteAnswers['POST /api/cases/phrase-rules'], { status: save ? 201 : 200 });
});
