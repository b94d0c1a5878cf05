import { buildUserContract, createRuleBasedUser } from '../../../../simulated-user/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../../../../values/index.ts';
import { createUserFromScenario } from '../scenarios/user-from-scenario.ts';
import { objectOrEmpty, type PromptfooValue } from './promptfoo-source.ts';
import { type RenderedText, renderTemplate, renderValue } from './template.ts';

/** The fields of a case with a simulated user. For `hasModelInstructions`, see `createUserFromScenario`. */
export type ImportedConversation = { parts: JsonObject; hasModelInstructions: boolean };

/** The maximum number of user messages if the configuration does not set one. */
const DEFAULT_TURNS = 10;
const supportedUserOptions = new Set(['instructions', 'maxTurns', 'initialMessages', 'stateful']);

/** If a test's provider is promptfoo's simulated user, returns its configuration; otherwise undefined. */
export function findSimulatedUserConfig(provider: Json | undefined): JsonObject | undefined {
  if (getProviderId(provider) !== 'promptfoo:simulated-user') return undefined;
  return isJsonObject(provider) ? objectOrEmpty(provider, 'config') : {};
}

export function getProviderId(provider: Json | undefined): Json | undefined {
  return isJsonObject(provider) ? provider.id : provider;
}

/** Reports settings of a test's simulated user that cannot be imported. */
export function reportSkippedUserOptions({ value, path, source }: PromptfooValue): void {
  const config = findSimulatedUserConfig(value.provider) ?? {};
  for (const key of Object.keys(config).filter((name) => !supportedUserOptions.has(name))) {
    const why =
      key === 'userProvider' ? 'name the model of the user with --simulator' : 'it has no counterpart in a suite';
    const line = source.lineOf([...path, 'provider', 'config', key]);
    source.progress.reportLeftOutPart(line, `"provider.config.${key}"`, why);
  }
}

type SimulatedUserParts = {
  config: JsonObject;
  vars: JsonObject;
  /** The prompt of the test, which promptfoo gives to the agent as its system prompt. */
  prompt: Json | undefined;
  initialMessages: Json | undefined;
};

/** Converts the instructions of the simulated user to a conversation with the built-in simulator. */
export function convertSimulatedUser(user: SimulatedUserParts): RenderedText<ImportedConversation> {
  const { config, vars, prompt } = user;
  const { instructions: template, maxTurns } = config;
  const text = renderTemplate(typeof template === 'string' ? template : '{{instructions}}', vars);
  if (!text.ok) return { ok: false, why: `the instructions of its user: ${text.why}` };
  const initialRendering = renderInitialMessages(user);
  if (!initialRendering.ok) return initialRendering;
  const { simulator, hasModelInstructions } = createUserFromScenario({
    instructions: text.value,
    fallback: text.value,
  });
  const earlierMessages = [...toPromptMessages(prompt), ...initialRendering.value];
  const isWaiting = initialRendering.value.at(-1)?.role === 'user';
  // If the earlier messages do not end with one of the user, adds the first message of the simulated user.
  const openingMessage: JsonObject[] =
    earlierMessages.length === 0 || isWaiting ? [] : [{ role: 'user', content: createFirstUserMessage(simulator) }];
  const turns = typeof maxTurns === 'number' ? maxTurns : DEFAULT_TURNS;
  const parts = withoutUndefined({
    input: earlierMessages.length === 0 ? undefined : [...earlierMessages, ...openingMessage],
    simulator,
    until: 'done',
    // The answer to the initial messages takes one more turn. As in promptfoo, it is not checked.
    max_turns: isWaiting ? turns + 1 : turns,
  });
  return { ok: true, value: { parts, hasModelInstructions } };
}

function createFirstUserMessage(simulator: JsonObject): string {
  const goal = Array.isArray(simulator.goal) ? simulator.goal.map(String) : String(simulator.goal);
  return createRuleBasedUser(buildUserContract({ goal }, { seed: '' })).open().message;
}

function toPromptMessages(prompt: Json | undefined): Json[] {
  if (prompt === undefined || prompt === '') return [];
  return Array.isArray(prompt) ? prompt : [{ role: 'system', content: prompt }];
}

function renderInitialMessages({ config, vars, initialMessages }: SimulatedUserParts): RenderedText<JsonObject[]> {
  const ownMessages = initialMessages ?? config.initialMessages;
  const value = typeof ownMessages === 'string' ? tryParseJson(ownMessages) : ownMessages;
  if (ownMessages === undefined || ownMessages === '') return { ok: true, value: [] };
  if (!Array.isArray(value))
    return { ok: false, why: `the initial messages are in another file: ${String(ownMessages).slice(0, 80)}` };
  const messages = renderValue(value, vars);
  if (!messages.ok) return messages;
  const renderedMessages = Array.isArray(messages.value) ? messages.value.filter(isMessage) : [];
  return renderedMessages.length === value.length
    ? { ok: true, value: renderedMessages }
    : { ok: false, why: 'one of its initial messages has no role or no text' };
}

function isMessage(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    typeof value.content === 'string' &&
    typeof value.role === 'string' &&
    ['user', 'assistant', 'system'].includes(value.role)
  );
}

/**
 * Types of checks that have the same result for the agent's answers alone as for the text of the whole conversation.
 */
const conversationCheckTypes = new Set([
  ...['contains', 'icontains', 'contains-all', 'icontains-all', 'contains-any', 'icontains-any', 'regex'],
  ...['llm-rubric', 'latency', 'cost'],
]);

/**
 * Returns why a check of a conversation cannot be imported. In promptfoo, checks get the text of all messages with the
 * names of the speakers.
 */
export function findTranscriptCheckProblem({ type, value, weight }: JsonObject): string | undefined {
  const name = String(type).replace(/^not-/, '');
  if (weight === 0) return undefined;
  if (!conversationCheckTypes.has(name))
    return 'the check reads the whole conversation as one text, which no assertion does';
  const hasMarks = /(?:User|Assistant):|---/.test(JSON.stringify(value ?? ''));
  return hasMarks && name !== 'llm-rubric'
    ? 'the check tells user and agent apart in the text of the conversation, which no assertion does'
    : undefined;
}

/** A note on conversations whose imported checks only check the agent's answers. */
export const ANSWERS_ONLY_NOTE =
  'texts are looked for in the answers of the agent; promptfoo also finds them in the messages of the user';
