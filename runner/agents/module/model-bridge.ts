import * as z from 'zod';
import { jsonObjectSchema, messageSchema, type Usage } from '../../contract/index.ts';
import { addUsage } from '../../fold/index.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { type AgentContext, AgentError, type ReportFact } from '../../ports/index.ts';
import { formatSchemaProblems, type Json } from '../../values/index.ts';

const questionSchema = z.strictObject({
  messages: z.array(messageSchema),
  tools: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        description: z.string().optional(),
        parameters: jsonObjectSchema.default({ type: 'object', properties: {} }),
      }),
    )
    .optional(),
  options: jsonObjectSchema.optional(),
});

/**
 * Answers the model requests that a module sends through `context.model`: validates them, calls the model and adds up
 * the usage.
 */
export type ModelBridge = {
  ask(question: Json): Promise<Json>;
  usage(): Usage | undefined;
  /** Returns the last error of a model request, by which it can be told apart from an error of the agent's code. */
  failure(): Error | undefined;
};

export function createModelBridge(
  call: { model: () => LanguageModel; context: AgentContext },
  signal: AbortSignal,
): ModelBridge {
  const { context } = call;
  let usage: Usage | undefined;
  // Counts usage as soon as it is reported, because failed requests also cost tokens, even if the module then answers
  // without the model.
  const countUsageAndReport: ReportFact = (fact) => {
    if (fact.type === 'usage') usage = addUsage(usage, fact.usage);
    context.report?.(fact);
  };
  let failure: Error | undefined;
  return {
    async ask(question) {
      try {
        const request = parseModelQuestion(question);
        const response = await call
          .model()
          .generate({ ...request, context: { ...context, report: countUsageAndReport } }, signal);
        return {
          content: response.content,
          tool_calls: response.toolCalls.map(({ id, tool, arguments: args }) => ({ id, tool, arguments: args })),
          finish_reason: response.finishReason,
          usage: { input_tokens: response.usage.inputTokens, output_tokens: response.usage.outputTokens },
        };
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        throw failure;
      }
    },
    usage: () => usage,
    failure: () => failure,
  };
}

function parseModelQuestion(question: Json): z.infer<typeof questionSchema> {
  const parsed = questionSchema.safeParse(question);
  if (parsed.success) return parsed.data;
  throw new AgentError(`context.model.generate: ${formatSchemaProblems(parsed.error)}`, 'agent');
}
