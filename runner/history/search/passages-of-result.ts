import type { CaseResult, ToolCall } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { formatContentText, toMessages } from '../../fold/message-text.ts';
import { toJsonText } from '../../values/index.ts';

export const passageFields = ['user', 'agent', 'tools', 'facts', 'failures', 'checkpoints'] as const;
export type PassageField = (typeof passageFields)[number];

/** The texts of one turn. Turn 0 contains texts of the whole attempt. */
export type SearchPassage = { turn: number } & Record<PassageField, string>;

/** Returns the searchable texts of a finished attempt. Texts without words are left out. */
export function buildPassagesOfResult(result: CaseResult): SearchPassage[] {
  const turns = result.turns?.map(buildTurnPassage) ?? [];
  const resultPassage =
    turns.length > 0
      ? createPassage(0, collectResultTexts(result))
      : createPassage(0, { ...collectResultTexts(result), ...collectSingleTurnTexts(result) });
  return [...turns, resultPassage].filter((passage) => passageFields.some((field) => passage[field] !== ''));
}

type ResultTexts = Partial<Record<PassageField, readonly (string | undefined)[]>>;

function createPassage(turn: number, texts: ResultTexts): SearchPassage {
  const joinTexts = (field: PassageField): string => (texts[field] ?? []).filter(Boolean).join('\n');
  return {
    turn,
    user: joinTexts('user'),
    agent: joinTexts('agent'),
    tools: joinTexts('tools'),
    facts: joinTexts('facts'),
    failures: joinTexts('failures'),
    checkpoints: joinTexts('checkpoints'),
  };
}

function buildTurnPassage({
  turn,
  input,
  output,
  response,
  interrupts = [],
  error,
  checkpointsReached,
}: ResultTurn): SearchPassage {
  const calls = response?.toolCalls ?? [];
  return createPassage(turn, {
    user: [formatContentText(input)],
    agent: [response?.content ?? toText(output), ...interrupts.map(({ message }) => message)],
    ...collectToolCallTexts(calls),
    failures: [error],
    checkpoints: checkpointsReached,
  });
}

type ResultTurn = NonNullable<CaseResult['turns']>[number];

function collectResultTexts({ assertions, checkpoints = [], error, reason, logs = [] }: CaseResult): ResultTexts {
  const missedCheckpoints = checkpoints.filter(({ passed }) => !passed);
  return {
    agent: logs,
    failures: [
      ...new Set([
        error,
        reason,
        ...assertions.filter(({ status }) => status !== 'passed').map(({ message }) => message),
        ...missedCheckpoints.map(({ message }) => message),
      ]),
    ],
    checkpoints: missedCheckpoints.map(({ id }) => id),
  };
}

/** Collects the texts of a case type without turns, which sends only one request, possibly several times. */
function collectSingleTurnTexts({ input, output, toolCalls, logs = [], samples = [] }: CaseResult): ResultTexts {
  return {
    user: toMessages(input).map(({ content }) => formatContentText(content)),
    agent: [toText(output), ...samples.map((sample) => sample.output), ...logs],
    ...collectToolCallTexts([...toolCalls, ...samples.flatMap((sample) => sample.toolCalls ?? [])]),
  };
}

function collectToolCallTexts(calls: readonly ToolCall[]): ResultTexts {
  return {
    tools: calls.map(({ tool }) => tool),
    facts: calls.flatMap((call) => [toText(call.arguments), toText(call.result), call.error]),
  };
}

function toText(value: ToolCall['result']): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : toJsonText(value);
}
