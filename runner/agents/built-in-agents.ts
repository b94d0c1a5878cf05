import { BUILT_IN_JUDGE } from '../assertions/agent/built-in-judge.ts';
import { judgeAnswerShape, judgePrompt } from '../built-in-judge/index.ts';
import { type HelperModel, type HelperRole, helperRoles } from '../models/helper-model.ts';
import type { AnswerShape, LanguageModel, ModelRequest } from '../models/language-model.ts';
import { type Agent, AgentError } from '../ports/index.ts';
import {
  BUILT_IN_SIMULATOR,
  buildSimulatorPromptTemplate,
  SIMULATOR_PROMPT_VERSION,
  userReplyShape,
} from '../simulated-user/index.ts';
import { castToJson, isJsonObject } from '../values/index.ts';

/** An agent that is part of Turntree: its prompt, and the settings for its model. */
type BuiltInAgent = Pick<ModelRequest, 'preferred'> & {
  id: string;
  /** The default system prompt. A system message at the beginning of a request replaces it. */
  system: string;
  version: number;
  shape: AnswerShape;
};

/** The built-in agents, by role. They need no entry in the config. */
export const builtInAgents: Readonly<Record<HelperRole, BuiltInAgent>> = {
  judge: {
    id: BUILT_IN_JUDGE,
    system: judgePrompt.text,
    version: judgePrompt.version,
    preferred: { temperature: 0 },
    shape: { name: judgeAnswerShape.name, schema: toAnswerSchema(judgeAnswerShape.schema) },
  },
  simulator: {
    id: BUILT_IN_SIMULATOR,
    system: buildSimulatorPromptTemplate(),
    version: SIMULATOR_PROMPT_VERSION,
    shape: {
      name: userReplyShape.name,
      get schema() {
        return toAnswerSchema(userReplyShape.schema);
      },
    },
  },
};

function toAnswerSchema(schema: object): AnswerShape['schema'] {
  const value = castToJson(schema);
  return isJsonObject(value) ? value : {};
}

/** Returns the role of a built-in agent; undefined if the id is not one of theirs. */
export function findBuiltInRole(id: string): HelperRole | undefined {
  return helperRoles.find((role) => builtInAgents[role].id === id);
}

/**
 * Creates an agent that sends its prompt and the conversation to a model, and requires an answer in the format of the
 * agent's role.
 */
export function openBuiltInAgent(role: HelperRole, model: LanguageModel): Agent {
  const { id, system, preferred, shape } = builtInAgents[role];
  return {
    id,
    async invoke({ messages, context }, signal) {
      const isPrompted = messages[0]?.role === 'system';
      const prompted = isPrompted ? messages : [{ role: 'system' as const, content: system }, ...messages];
      const answer = await model.generate({ messages: prompted, preferred, shape, context }, signal);
      return { content: answer.content, toolCalls: [], usage: answer.usage };
    },
  };
}

export function requireHelperConnector(helperModel: HelperModel | { problem: string }): string {
  if ('problem' in helperModel) throw new AgentError(helperModel.problem, 'configuration');
  return helperModel.connector;
}
