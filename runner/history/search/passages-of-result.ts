import type { CaseResult, ToolCall } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the door would bring every schema into the thread that writes
import { messagesOf, textOfContent } from '../../fold/message-text.ts';
import { jsonText } from '../../values/index.ts';

export const passageFields = ['user', 'agent', 'tools', 'facts', 'failures', 'checkpoints'] as const;
export type PassageField = (typeof passageFields)[number];

/** The words of a turn, or with turn 0 of an attempt as a whole. */
export type Passage = { turn: number } & Record<PassageField, string>;

/** Returns what can be searched for in a finished attempt. Passages without words are left out. */
export function passagesOfResult(result: CaseResult): Passage[] {
  const turns = result.turns?.map(passageOfTurn) ?? [];
  const whole =
    turns.length > 0 ? passageOf(0, wholeOf(result)) : passageOf(0, { ...wholeOf(result), ...onlyTurn(result) });
  return [...turns, whole].filter((passage) => passageFields.some((field) => passage[field] !== ''));
}

type Texts = Partial<Record<PassageField, readonly (string | undefined)[]>>;

function passageOf(turn: number, texts: Texts): Passage {
  const joined = (field: PassageField): string => (texts[field] ?? []).filter(Boolean).join('\n');
  return {
    turn,
    user: joined('user'),
    agent: joined('agent'),
    tools: joined('tools'),
    facts: joined('facts'),
    failures: joined('failures'),
    checkpoints: joined('checkpoints'),
  };
}

function passageOfTurn({ turn, input, output, response, interrupts = [], error, checkpointsReached }: Turn): Passage {
  const calls = response?.toolCalls ?? [];
  return passageOf(turn, {
    user: [textOfContent(input)],
    agent: [response?.content ?? textOf(output), ...interrupts.map(({ message }) => message)],
    ...factsOf(calls),
    failures: [error],
    checkpoints: checkpointsReached,
  });
}

type Turn = NonNullable<CaseResult['turns']>[number];

function wholeOf({ assertions, checkpoints = [], error, reason, logs = [] }: CaseResult): Texts {
  const missed = checkpoints.filter(({ passed }) => !passed);
  return {
    agent: logs,
    failures: [
      ...new Set([
        error,
        reason,
        ...assertions.filter(({ status }) => status !== 'passed').map(({ message }) => message),
        ...missed.map(({ message }) => message),
      ]),
    ],
    checkpoints: missed.map(({ id }) => id),
  };
}

/** Kinds without turns ask once, or several times the same. */
function onlyTurn({ input, output, toolCalls, logs = [], samples = [] }: CaseResult): Texts {
  return {
    user: messagesOf(input).map(({ content }) => textOfContent(content)),
    agent: [textOf(output), ...samples.map((sample) => sample.output), ...logs],
    ...factsOf([...toolCalls, ...samples.flatMap((sample) => sample.toolCalls ?? [])]),
  };
}

function factsOf(calls: readonly ToolCall[]): Texts {
  return {
    tools: calls.map(({ tool }) => tool),
    facts: calls.flatMap((call) => [textOf(call.arguments), textOf(call.result), call.error]),
  };
}

function textOf(value: ToolCall['result']): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}
