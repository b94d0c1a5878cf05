import type { Message, ScriptedRule, Usage } from '../contract/index.ts';
import { formatContentText } from '../fold/index.ts';
import { AgentError } from '../ports/index.ts';
import {
  classifyFailureStatus,
  findFirstDefinedResult,
  type Json,
  replaceStringValues,
  toErrorMessage,
  toJsonText,
} from '../values/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse, ModelToolCall } from './language-model.ts';
import { compileCondition, type ScriptedConditionCheck } from './scripted-condition.ts';
import { createScriptedRuleInput, type ScriptedRuleInput } from './scripted-rule-input.ts';
import type { MatchGroups } from './text-matcher.ts';
import { waitMs } from './wait-ms.ts';

type CompiledScriptedRule = { rule: ScriptedRule; holds: ScriptedConditionCheck };

/**
 * A language model that answers by rules: the first rule that applies gives the answer. Deterministic and offline.
 * Throws a configuration error if a regex of a rule is malformed.
 */
export function createScriptedModel(id: string, rules: readonly ScriptedRule[]): LanguageModel {
  const compiled = rules.map((rule, index) => compileRule(id, rule, index));
  return {
    id,
    async generate(request, signal) {
      const view = createScriptedRuleInput(request.messages, request.context.turn);
      const { rule, groups } = findFirstMatchingRule(compiled, view) ?? throwNoRuleMatches(id, rules.length, view);
      if (rule.delay_ms !== undefined) await waitMs(rule.delay_ms, signal);
      signal.throwIfAborted();
      if (rule.error !== undefined) throw createScriptedError(id, rule.error);
      const response = respondWithRule({ rule, groups, view, request });
      request.context.report?.({ type: 'usage', usage: response.usage });
      return response;
    },
  };
}

function compileRule(id: string, rule: ScriptedRule, index: number): CompiledScriptedRule {
  try {
    return { rule, holds: compileCondition(rule.when ?? {}) };
  } catch (error) {
    const reason = toErrorMessage(error);
    throw new AgentError(`scripted model "${id}", rule ${index + 1}: ${reason}`, 'configuration', { cause: error });
  }
}

function findFirstMatchingRule(
  rules: readonly CompiledScriptedRule[],
  view: ScriptedRuleInput,
): { rule: ScriptedRule; groups: MatchGroups } | undefined {
  return findFirstDefinedResult(rules, ({ rule, holds }) => {
    const groups = holds(view);
    return groups === undefined ? undefined : { rule, groups };
  });
}

function throwNoRuleMatches(id: string, count: number, view: ScriptedRuleInput): never {
  const example = JSON.stringify({ when: { text: view.text.slice(0, 40) }, answer: '…' });
  throw new AgentError(
    `scripted model "${id}": none of its ${count} rules matches the last message (${view.role ?? 'none'}): ` +
      `${JSON.stringify(view.text.slice(0, 500))}. Add a rule such as ${example}, or a last rule without "when"`,
    'model',
  );
}

/** This error is classified like an error of a real model with this status. */
function createScriptedError(id: string, { status, message }: NonNullable<ScriptedRule['error']>): AgentError {
  const statusText = status === undefined ? '' : ` answered ${status}`;
  return new AgentError(`scripted model "${id}"${statusText}: ${message}`, 'model', {
    service: status === undefined ? undefined : classifyFailureStatus(status),
  });
}

function respondWithRule(match: {
  rule: ScriptedRule;
  groups: MatchGroups;
  view: ScriptedRuleInput;
  request: ModelRequest;
}): ModelResponse {
  const { rule, groups, view, request } = match;
  const fillTemplatesInValue = (value: Json) => fillTemplates(value, { ...buildTemplateValues(view), ...groups });
  const answer = rule.answer === undefined ? '' : fillTemplatesInValue(rule.answer);
  const content = toJsonText(answer);
  const toolCalls = (rule.tool_calls ?? []).map(
    (call, index): ModelToolCall => ({
      id: `call_${view.toolCallCount + index + 1}`,
      tool: call.name,
      arguments: fillTemplatesInValue(call.arguments),
    }),
  );
  return {
    content,
    toolCalls,
    usage: estimateUsage(request.messages, content + toolCalls.map((call) => JSON.stringify(call)).join('')),
    finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop',
  };
}

function buildTemplateValues(view: ScriptedRuleInput): MatchGroups {
  return {
    input: view.input,
    reply: view.reply ?? '',
    turn: String(view.turn),
    tool_result: view.toolResults.map((result) => result.text).join('\n'),
  };
}

function fillTemplates(value: Json, words: MatchGroups): Json {
  return replaceStringValues(value, (text) =>
    text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (match, name: string) =>
      Object.hasOwn(words, name) ? (words[name] ?? match) : match,
    ),
  );
}

/** Estimates four characters per token, so that summaries show realistic sizes. */
function estimateUsage(messages: readonly Message[], answer: string): Usage {
  const characters = messages.reduce((sum, message) => sum + formatContentText(message.content).length, 0);
  return {
    inputTokens: Math.ceil(characters / 4),
    outputTokens: Math.ceil(answer.length / 4),
    calls: 1,
    retries: 0,
  };
}
