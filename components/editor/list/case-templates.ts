import type { DocumentCase } from '@/runner/authoring';
import { isJsonObject, type Json, type JsonObject } from '@/runner/values';

/** Template of a standard case: a question and its expected answer. */
export const standardTemplate: JsonObject = {
  id: 'case-1',
  input: 'What the user says',
  assert: { type: 'contains', value: 'what the answer must have' },
};

/** Template of a conversation. Uses the same simulator as other conversations in the file. */
export function dynamicTemplate(cases: readonly DocumentCase[]): JsonObject {
  const example = cases.find(
    ({ value }) => isJsonObject(value) && value.checkpoints !== undefined && readSimulator(value) !== undefined,
  );
  return {
    id: 'conversation-1',
    input: 'What the user says first',
    simulator: {
      use: readSimulator(example?.value) ?? 'simulator',
      options: { metadata: { persona: 'Who the user is', goal: 'What the user wants' } },
    },
    checkpoints: [
      { id: 'first', description: 'What must happen', assert: { type: 'contains', value: 'what an answer must have' } },
    ],
    max_turns: 10,
  };
}

function readSimulator(value: Json | undefined): string | undefined {
  const { simulator } = value !== undefined && isJsonObject(value) ? value : {};
  const { use } = simulator !== undefined && isJsonObject(simulator) ? simulator : {};
  return typeof use === 'string' ? use : undefined;
}
