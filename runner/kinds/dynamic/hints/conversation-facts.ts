import type { CheckpointResult, DynamicCase, EndReason, Fault, Turn } from '../../../contract/index.ts';
import { formatContentText } from '../../../fold/index.ts';
import type { Json } from '../../../values/index.ts';

/** A message of the simulator, and the agent's and tools' texts before it. */
export type SimulatedMessage = {
  turn: number;
  text: string;
  isContent: boolean;
  /** The agent's text in the previous turn. */
  agentText: string;
  /**
   * Returns the tool results of the previous turn. This is a function, because results may be large and few rules read
   * them.
   */
  toolText: () => string;
};

/** The input of hint rules: a finished conversation, and the instructions of its simulator. */
export type ConversationFacts = {
  messages: readonly SimulatedMessage[];
  /** All of the simulator's messages in lower case, for a quick check whether a rule can apply. */
  simulatorText: string;
  turns: readonly Turn[];
  persona: string;
  goal: string;
  /** The first message of the user, as written in the case. */
  openingText: string;
  /** All texts that the simulator knows before the agent speaks. */
  simulatorKnowledge: string;
  /** All texts that the agent received or wrote, without tool results. */
  agentKnowledge: string;
  testCase: DynamicCase;
  checkpoints: readonly CheckpointResult[];
  toolNames: readonly string[];
  endReason: EndReason | undefined;
  isFailing: boolean;
};

/**
 * Finds signs of mistakes of the simulator. A rule must be a pure function, and should rather miss a mistake than
 * report a false one.
 */
export type HintRule = (facts: ConversationFacts) => Fault[];

type FinishedConversation = {
  testCase: DynamicCase;
  turns: readonly Turn[];
  checkpoints: readonly CheckpointResult[];
  endReason: EndReason | undefined;
  isFailing: boolean;
};

export function collectFacts({
  testCase,
  turns,
  checkpoints,
  endReason,
  isFailing,
}: FinishedConversation): ConversationFacts {
  const { persona, goal, ...extra } = testCase.simulator?.options?.metadata ?? {};
  const first = turns.find(({ origin }) => origin === 'case');
  const input = first === undefined ? '' : formatContentText(first.input ?? '');
  const calls = turns.flatMap(({ response }) => response?.toolCalls ?? []);
  const messages = collectSimulatedMessages(turns);
  return {
    messages,
    simulatorText: messages
      .map(({ text }) => text)
      .join('\n')
      .toLowerCase(),
    turns,
    persona: toPlainString(persona),
    goal: toPlainString(goal),
    openingText: input,
    simulatorKnowledge: [
      toPlainString(persona),
      toPlainString(goal),
      toPlainString(extra),
      input,
      toPlainString(testCase.input),
    ].join('\n'),
    agentKnowledge: [
      toPlainString(testCase.input),
      toPlainString(testCase.options?.metadata),
      ...turns.map(
        ({ input: userInput, response }) => `${formatContentText(userInput ?? '')} ${response?.content ?? ''}`,
      ),
    ].join('\n'),
    testCase,
    checkpoints,
    toolNames: [
      ...new Set([
        ...checkpoints.flatMap(({ tool }) => tool ?? []),
        ...Object.keys(testCase.mocks ?? {}),
        ...calls.map(({ tool }) => tool),
      ]),
    ],
    endReason,
    isFailing,
  };
}

function collectSimulatedMessages(turns: readonly Turn[]): SimulatedMessage[] {
  let getToolText = () => '';
  let agentText = '';
  return turns.flatMap((turn) => {
    const { origin, input, response, goalAchieved } = turn;
    const message = {
      turn: turn.turn,
      text: formatContentText(input ?? ''),
      isContent: goalAchieved === true,
      agentText,
      toolText: getToolText,
    };
    agentText = response?.content ?? '';
    getToolText = () => collectToolText(turn);
    return origin === 'simulator' ? [message] : [];
  });
}

/** Returns all texts that the tools of a turn returned. */
export function collectToolText({ response }: Turn): string {
  return (response?.toolCalls ?? [])
    .map(({ result, error }) => `${toPlainString(result)} ${toPlainString(error)}`)
    .join('\n');
}

function toPlainString(value: Json | undefined | object): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type HintParts = Pick<Fault, 'kind' | 'evidence' | 'rule'> & Partial<Pick<Fault, 'turn' | 'severity'>>;

export function createSimulatorHint({ severity = 'critical_hindered', ...hint }: HintParts): Fault {
  return { by: 'simulator', severity, confidence: 'likely', ...hint };
}

/** Shortens a text to quote it as evidence. */
export function quoteText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`.toWellFormed();
}
