import * as z from 'zod';
import { jsonSchema, usageSchema } from '../../contract/index.ts';
import { castToJson, type JsonObject } from '../../values/index.ts';
import type { Connectors } from '../connectors.ts';
import { createReportingModel } from '../create-reporting-model.ts';
import type { LanguageModel } from '../language-model.ts';
import { createLazyConnection, type RecordReplayLayer } from './record-replay-layer.ts';

/** The cost and retries of a call are not recorded, because a replay costs nothing. */
export const storedUsageSchema = usageSchema.transform(({ cost, retries, ...usage }) => ({ ...usage, retries: 0 }));

const modelAnswerSchema = z.object({
  content: z.string(),
  toolCalls: z.array(
    z.object({ id: z.string(), tool: z.string(), arguments: jsonSchema, error: z.string().optional() }),
  ),
  usage: storedUsageSchema,
  finishReason: z.string(),
});

/** Adds record and replay to the models of a workspace. */
export function addRecordReplay(connectors: Connectors, layer: RecordReplayLayer): Connectors {
  const models = new Map<string, LanguageModel>();
  return {
    ...connectors,
    model(id) {
      const model =
        models.get(id) ??
        createReportingModel(
          id,
          createRecordReplayModel({
            id,
            tape: layer,
            open: () => connectors.model(id),
            model: connectors.find(id)?.model,
          }),
        );
      models.set(id, model);
      return model;
    },
  };
}

/** Adds record and replay to a model. `model` is the model's name on the server. */
export function createRecordReplayModel(options: {
  id: string;
  tape: RecordReplayLayer;
  model?: string | undefined;
  open: () => LanguageModel;
}): LanguageModel {
  const { id, tape, model } = options;
  const getModel = createLazyConnection(tape, options.open);
  return {
    id,
    async generate({ context, said, ...request }, signal) {
      let isAsked = false;
      const answer = await tape.answer({
        context,
        request: { connector: id, ...(model === undefined ? {} : { model }), ...omitEmptyFields(request) },
        schema: modelAnswerSchema,
        ask: () => {
          isAsked = true;
          // This call is not recorded here, because the model that wraps this one already records it.
          return getModel().generate({ context: { ...context, recordsCalls: false }, said, ...request }, signal);
        },
      });
      if (!isAsked) context.report?.({ type: 'usage', usage: answer.usage });
      return answer;
    },
  };
}

/** Omits missing parts of a request as well as empty lists and objects. */
function omitEmptyFields(request: object): JsonObject {
  const nonEmpty = Object.entries(request).filter(([, value]) => Object.keys(value ?? {}).length > 0);
  return Object.fromEntries(nonEmpty.map(([key, value]) => [key, castToJson(value)]));
}
