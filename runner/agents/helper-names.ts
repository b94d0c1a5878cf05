import { isJsonObject, type Json, type JsonObject, jsonText } from '../values/index.ts';

/** What the prompt of a simulator or a judge may name in double braces. */
export const helperNames = ['persona', 'goal', 'conversation', 'criteria'] as const;

const named = new RegExp(`\\{\\{[ \\t]*(${helperNames.join('|')})[ \\t]*\\}\\}`, 'g');
const helpers = new Set<unknown>(['simulator', 'validator']);

/** The prompt of a helper with what the runner asks it put in; the prompts of other agents stay as they are. */
export function fillHelperNames(prompt: string, metadata: JsonObject | undefined): string {
  if (metadata === undefined || !helpers.has(metadata.test_mode)) return prompt;
  return prompt.replaceAll(named, (whole, name: string) => {
    const value = metadata[name];
    return value === undefined ? whole : textOf(value);
  });
}

function textOf(value: Json): string {
  if (!Array.isArray(value)) return jsonText(value);
  return value
    .map((each) =>
      isJsonObject(each) && 'role' in each ? `${each.role}: ${jsonText(each.content ?? '')}` : jsonText(each),
    )
    .join('\n');
}
