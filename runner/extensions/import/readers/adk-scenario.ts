import * as z from 'zod';
import { type JsonObject, withoutUndefined } from '../../../values/index.ts';
import type { createImportProgress } from './import-source.ts';
import { MODEL_USER_NOTE } from './scenarios/notes.ts';
import { createUserFromScenario } from './scenarios/user-from-scenario.ts';

const behaviorSchema = z.object({
  behavior_instructions: z.array(z.string()).nullish(),
  violation_rubrics: z.array(z.unknown()).nullish(),
});
const personaSchema = z.union([
  z.string(),
  z.object({ description: z.string().nullish(), behaviors: z.array(behaviorSchema).nullish() }),
]);
const rubricSchema = z.object({ rubric_content: z.object({ text_property: z.string().min(1) }) });

/** A conversation scenario of ADK, in which a model simulates the user. */
export const scenarioSchema = z.object({
  starting_prompt: z.string(),
  conversation_plan: z.string(),
  user_persona: personaSchema.nullish(),
});

export type AdkScenario = {
  id: string;
  line: number;
  scenario: z.infer<typeof scenarioSchema>;
  rubrics: readonly unknown[];
  /** The fields of the case besides those that come from the scenario. */
  shared: JsonObject;
  metadata: JsonObject;
};

const NO_CHECK_REASON =
  'ADK has no check of this conversation, so its criterion is a draft; correct "assert", then delete "skip"';

/**
 * Converts a scenario to a conversation with the built-in simulator. Rubrics become criteria for the built-in judge.
 */
export function importScenario(parts: AdkScenario, progress: ReturnType<typeof createImportProgress>): void {
  const { id, line, scenario, rubrics, shared, metadata } = parts;
  const { starting_prompt: input, conversation_plan: plan, user_persona: persona } = scenario;
  const { simulator, hasModelInstructions } = createUserFromScenario({
    instructions: plan,
    persona: toPersonaText(persona),
    fallback: input,
  });
  if (hasModelInstructions) progress.addNote(MODEL_USER_NOTE);
  if (typeof persona === 'string') {
    const why = 'the description of this persona is part of ADK and not in this file; write it into "persona"';
    progress.reportLeftOutPart(line, `${id}: the persona "${persona}"`, why, why);
  }
  if (typeof persona === 'object' && (persona?.behaviors ?? []).some(hasRubrics)) {
    const why = 'these rubrics judge the simulated user of ADK; Turntree checks the built-in user with its own rules';
    progress.reportLeftOutPart(line, `${id}: the rubrics of the persona`, why, why);
  }
  const criteria = rubrics.flatMap((rubric) => {
    const parsed = rubricSchema.safeParse(rubric);
    if (!parsed.success) progress.reportSkippedPart(line, `${id}: a rubric`, 'the rubric has no text');
    return parsed.success ? [parsed.data.rubric_content.text_property] : [];
  });
  const isJudged = criteria.length > 0;
  if (!isJudged) progress.addNote(NO_CHECK_REASON);
  const caseMetadata = isJudged ? metadata : { ...metadata, not_carried: [NO_CHECK_REASON] };
  progress.addImported({
    line,
    checks: criteria.length,
    written: {
      id,
      ...withoutUndefined({ skip: isJudged ? undefined : true }),
      input,
      simulator,
      until: 'done',
      assert: { type: 'agent', value: isJudged ? criteria : `The assistant did what the user wanted: ${plan}` },
      ...shared,
      ...(Object.keys(caseMetadata).length === 0 ? {} : { metadata: caseMetadata }),
    },
  });
}

function toPersonaText(persona: z.infer<typeof personaSchema> | null | undefined): string | undefined {
  if (typeof persona !== 'object' || persona === null) return persona ?? undefined;
  const behaviors = (persona.behaviors ?? []).flatMap(({ behavior_instructions: lines }) => lines ?? []);
  return [persona.description ?? '', ...behaviors].filter((text) => text !== '').join(' ');
}

function hasRubrics({ violation_rubrics: rubrics }: z.infer<typeof behaviorSchema>): boolean {
  return (rubrics ?? []).length > 0;
}
