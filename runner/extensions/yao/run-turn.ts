import type { Message } from '../../contract/index.ts';
import type { AgentResponse } from '../../ports/index.ts';
import { castToJson, isJsonObject, type Json } from '../../values/index.ts';
import { askAgent } from './ask-agent.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { usesModel } from './assistant.ts';
import { type CreateHookResult, callCreateHook, callNextHook, type DelegateRequest } from './hooks.ts';
import { listMissingParts } from './missing-parts.ts';
import type { YaoTurn } from './yao-turn.ts';

/**
 * Runs one turn in Yao's order: the hook `Create`, the model with its tools, the hook `Next`. Each hook may delegate
 * the turn to another assistant.
 */
export async function runTurn(startedTurn: YaoTurn, signal: AbortSignal): Promise<AgentResponse> {
  const { messages } = startedTurn.request;
  warnOfMissingParts(startedTurn);
  const createResult = await callCreateHook(messages, startedTurn, signal);
  const turn = applyHookChanges(createResult, startedTurn);
  if (createResult.delegate !== undefined) return delegateTurn(createResult.delegate, { turn, messages }, signal);
  const { messages: replacedConversation = [] } = createResult;
  const conversation = replacedConversation.length > 0 ? replacedConversation : messages;
  const modelAnswer = usesModel(turn.assistant)
    ? await askModel({ conversation, createResult }, turn, signal)
    : undefined;
  if (turn.assistant.hooks === undefined) return toResponse({ answered: modelAnswer, next: undefined }, turn);
  const payload = {
    messages: castToJson(conversation),
    completion: modelAnswer?.completion ?? null,
    tools: modelAnswer?.tools ?? null,
    error: '',
  };
  const nextResult = await callNextHook(payload, turn, signal);
  if (nextResult.delegate !== undefined) {
    return delegateTurn(nextResult.delegate, { turn, messages: conversation }, signal);
  }
  return toResponse({ answered: modelAnswer, next: nextResult.next }, turn);
}

/**
 * Adds a warning to the result that names the parts of the assistant (such as its sandbox) that are not available here.
 */
function warnOfMissingParts({ assistant, runtime, warn }: YaoTurn): void {
  const missing = listMissingParts(assistant, runtime);
  if (missing.length > 0) warn(`partial: it answers without ${missing.map(({ part }) => part).join(', ')}`);
}

/** Applies the changes from the result of the `Create` hook to the turn. */
function applyHookChanges({ metadata, locale, theme, route }: CreateHookResult, turn: YaoTurn): YaoTurn {
  return {
    ...turn,
    metadata: { ...turn.metadata, ...metadata },
    locale: locale ?? turn.locale,
    theme: theme ?? turn.theme,
    route: route ?? turn.route,
  };
}

/** Delegates the turn to another assistant. Its answer replaces everything that hooks and models returned before. */
async function delegateTurn(
  { agent_id: agentId, messages: delegatedMessages = [], options = {} }: DelegateRequest,
  { turn, messages }: { turn: YaoTurn; messages: readonly Message[] },
  signal: AbortSignal,
): Promise<AgentResponse> {
  turn.log(`hook of ${turn.assistant.id}`, `delegates to ${agentId}`);
  const { connector, metadata } = options;
  const response = await askAgent(
    {
      agentId,
      connector: typeof connector === 'string' ? connector : undefined,
      messages: delegatedMessages.length > 0 ? delegatedMessages : [...messages],
      options: { metadata: { ...turn.metadata, ...(isJsonObject(metadata) ? metadata : {}) } },
    },
    turn,
    signal,
  );
  return withTurnUsage(response, turn);
}

function toResponse(
  { answered, next }: { answered: ModelAnswer | undefined; next: Json | undefined },
  turn: YaoTurn,
): AgentResponse {
  const content = answered?.content ?? '';
  const toolCalls = answered?.toolCalls ?? [];
  if (content === '' && toolCalls.length === 0 && next === undefined && turn.sent.hasText()) {
    turn.warn(
      'the answer is empty: text that ctx.Send shows to a user is not judged; return {data} from Next to have it judged',
    );
  }
  return withTurnUsage({ content, toolCalls, ...(next === undefined ? {} : { next }) }, turn);
}

function withTurnUsage({ usage: _own, ...response }: AgentResponse, turn: YaoTurn): AgentResponse {
  const usage = turn.usage();
  return usage === undefined ? response : { ...response, usage };
}
