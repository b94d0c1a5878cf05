import type { CaseResult, CheckpointResult, MessageContent, ToolCall, Turn } from '../../contract/index.ts';
import {
  type CaseRow,
  factStateWords,
  interruptText,
  stateChangeText,
  statusOfCase,
  textOfContent,
  toMessages,
  unjudgedText,
} from '../../fold/index.ts';
import { formatDuration, type Json, type JsonObject } from '../../values/index.ts';
import { withoutFence } from '../without-fence.ts';
import { statusMarks } from './failed-case.ts';
import { fenceFullValue, inlineCode } from './markdown-text.ts';
import { documentTextLimits, measurementsSection, samplesInFull } from './measures-part.ts';

/** One case of a report as a separate document: nothing is left out, and answers in Markdown are not escaped. */
export function resultDocument(row: CaseRow, attempts: readonly CaseResult[]): string {
  const status = statusOfCase(attempts);
  const name = row.name === undefined || row.name === row.id ? '' : ` — ${inlineCode(row.name)}`;
  const [only] = attempts;
  const title = `# ${inlineCode(row.id)}${name}\n`;
  if (attempts.length === 1 && only !== undefined)
    return joinSections([title, statusLine(only), ...attemptSections(only)]);
  const passed = attempts.filter((attempt) => attempt.status === 'passed').length;
  return joinSections([
    title,
    `**Status:** ${statusMarks[status]} ${status}, ${passed} of ${attempts.length} attempts passed\n`,
    ...attempts.flatMap((attempt) => [
      `## Attempt ${attempt.attempt}\n`,
      statusLine(attempt),
      ...attemptSections(attempt),
    ]),
  ]);
}

function statusLine({ status, durationMs }: CaseResult): string {
  return `**Status:** ${statusMarks[status]} ${status} (${formatDuration(durationMs)})\n`;
}

function attemptSections(result: CaseResult): string[] {
  const {
    error,
    reason,
    input,
    output,
    turns,
    checkpoints,
    assertions,
    inferred,
    groundTruth,
    samples = [],
    interrupts = [],
    unjudged,
    state,
    simulator,
  } = result;
  const measures = measurementsSection(result, documentTextLimits);
  const isConversation = turns !== undefined && turns.length > 0;
  return [
    ...(error === undefined ? [] : [formatSection('Error', fenceFullValue(error))]),
    ...(error === undefined && reason !== undefined ? [`${inlineCode(reason)}\n`] : []),
    ...(isConversation || input === undefined
      ? []
      : [formatSection('Input', fenceFullValue(lastMessageText(toMessages(input))))]),
    ...(isConversation ? [formatSection('Conversation', turns.map(turnSection).join('\n'))] : []),
    ...(isConversation ? [] : mockedCalls(result)),
    ...(interrupts.length === 0
      ? []
      : [formatSection('Questions of the agent', interrupts.map(interruptSection).join('\n'))]),
    ...(isConversation || output === undefined ? [] : [formatSection('Output', asMarkdown(output))]),
    ...(groundTruth === undefined ? [] : [formatSection('Ground truth', fenceFullValue(groundTruth))]),
    ...(measures === '' ? [] : [formatSection('Verdicts', measures)]),
    ...(samples.length === 0 ? [] : [formatSection('Answers', samplesInFull(samples))]),
    ...((checkpoints ?? []).length === 0
      ? []
      : [formatSection('Checkpoints', (checkpoints ?? []).map(checkpointLine).join(''))]),
    ...(assertions.length === 0 ? [] : [formatSection('Assertions', assertions.map(assertionLine).join(''))]),
    ...inferredRulesSection(inferred),
    ...factsSection(simulator),
    ...(state === undefined ? [] : [formatSection('State', stateSection(state))]),
    ...(unjudged === undefined ? [] : [formatSection('Unchecked', `${inlineCode(unjudgedText(unjudged), 1000)}\n`)]),
  ];
}

function inferredRulesSection(results: CaseResult['inferred'] = []): string[] {
  if (results.length === 0) return [];
  return [formatSection('Inferred rules (not accepted, cannot fail the case)', results.map(assertionLine).join(''))];
}

function factsSection(simulator: CaseResult['simulator']): string[] {
  if (simulator === undefined || simulator.facts.length === 0) return [];
  const lines = simulator.facts.map(({ name, state, askedAtTurn }) => {
    const turn = askedAtTurn === undefined ? '' : `, asked in turn ${askedAtTurn}`;
    return `- ${inlineCode(name)}: ${factStateWords[state]}${turn}\n`;
  });
  return [formatSection('Facts of the user', lines.join(''))];
}

function lastMessageText(messages: readonly { role: string; content: MessageContent }[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return last === undefined ? '' : textOfContent(last.content);
}

function turnSection({ turn, input, output, response, interrupts = [], error }: Turn): string {
  const answer = response?.content === undefined || response.content === '' ? output : response.content;
  return joinSections([
    `#### Turn ${turn}\n`,
    `**User:**\n\n${fenceFullValue(textOfContent(input))}`,
    ...(response?.toolCalls ?? []).map(toolCallSection),
    ...interrupts.map(interruptSection),
    ...(error === undefined
      ? [`**Agent:**\n\n${asMarkdown(answer ?? '')}`]
      : [`**Error:**\n\n${fenceFullValue(error)}`]),
  ]);
}

/** The tool calls of a single answer, if at least one was mocked. */
function mockedCalls({ toolCalls }: CaseResult): string[] {
  if (!toolCalls.some(({ mocked }) => mocked === true)) return [];
  return [formatSection('Tool calls', toolCalls.map(toolCallSection).join('\n'))];
}

function interruptSection(interrupt: NonNullable<Turn['interrupts']>[number]): string {
  return `**Agent asks:** ${inlineCode(interruptText(interrupt), 1000)}\n`;
}

function toolCallSection({ tool, mocked, arguments: callArguments = {}, result = null, error }: ToolCall): string {
  const outcome: JsonObject = error === undefined ? { result } : { error };
  return `Tool ${inlineCode(tool)}${mocked === true ? ' (mocked)' : ''}:\n\n${fenceFullValue({ arguments: callArguments, ...outcome })}`;
}

/** First the changes from the initial state, then the whole final state. */
function stateSection({ final, changes }: NonNullable<CaseResult['state']>): string {
  const changed = changes.map((change) => `- ${inlineCode(stateChangeText(change), 1000)}\n`).join('');
  return `${changed === '' ? 'Nothing changed.\n' : changed}\n${fenceFullValue(final)}`;
}

function asMarkdown(value: Json): string {
  return typeof value === 'string' ? `${withoutFence(value).trimEnd()}\n` : fenceFullValue(value);
}

function checkpointLine(checkpoint: CheckpointResult): string {
  const { id, reached, reachedAtTurn, required, message, invariant, brokenAtTurn } = checkpoint;
  const turn =
    invariant === undefined ? reachedAtTurn && `, turn ${reachedAtTurn}` : invariantWords(invariant, brokenAtTurn);
  const optional = required ? '' : ' (optional)';
  return `- ${reached ? '✓' : '✗'} ${inlineCode(id)}${optional}${turn ?? ''}${message === undefined ? '' : `: ${inlineCode(message)}`}\n`;
}

function invariantWords(invariant: NonNullable<CheckpointResult['invariant']>, turn: number | undefined): string {
  return turn === undefined ? `, ${invariant.replace('_', ' ')}` : `, broken in turn ${turn}`;
}

function assertionLine({ type, status, message, agentValidation, turn }: CaseResult['assertions'][number]): string {
  const judge =
    agentValidation === undefined || agentValidation.reason === ''
      ? ''
      : ` (judge: ${inlineCode(agentValidation.reason, 500)})`;
  const doubt = agentValidation?.unreliable;
  const unreliable = doubt === undefined ? '' : ` (⚠️ unreliable judge: ${inlineCode(doubt, 500)})`;
  return `- ${status === 'passed' ? '✓' : '✗'} ${inlineCode(type)}${turn === undefined ? '' : `, turn ${turn}`}${message === undefined ? '' : `: ${inlineCode(message, 1000)}`}${judge}${unreliable}\n`;
}

function formatSection(title: string, body: string): string {
  return `### ${title}\n\n${body}`;
}

function joinSections(parts: readonly string[]): string {
  return parts.join('\n');
}
