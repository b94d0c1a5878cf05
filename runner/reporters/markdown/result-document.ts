import type { CaseResult, CheckpointResult, MessageContent, ToolCall, Turn } from '../../contract/index.ts';
import {
  type CaseRow,
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
import { fencedWhole, inline } from './markdown-text.ts';
import { documentRoom, measuresPart, samplesWhole } from './measures-part.ts';

/** One case of a report as a separate document: nothing is left out, and answers in Markdown are not escaped. */
export function resultDocument(row: CaseRow, attempts: readonly CaseResult[]): string {
  const status = statusOfCase(attempts);
  const name = row.name === undefined || row.name === row.id ? '' : ` — ${inline(row.name)}`;
  const [only] = attempts;
  const title = `# ${inline(row.id)}${name}\n`;
  if (attempts.length === 1 && only !== undefined) return joined([title, statusLine(only), ...attemptParts(only)]);
  const passed = attempts.filter((attempt) => attempt.status === 'passed').length;
  return joined([
    title,
    `**Status:** ${statusMarks[status]} ${status}, ${passed} of ${attempts.length} attempts passed\n`,
    ...attempts.flatMap((attempt) => [
      `## Attempt ${attempt.attempt}\n`,
      statusLine(attempt),
      ...attemptParts(attempt),
    ]),
  ]);
}

function statusLine({ status, durationMs }: CaseResult): string {
  return `**Status:** ${statusMarks[status]} ${status} (${formatDuration(durationMs)})\n`;
}

function attemptParts(result: CaseResult): string[] {
  const {
    error,
    reason,
    input,
    output,
    turns,
    checkpoints,
    assertions,
    groundTruth,
    samples = [],
    interrupts = [],
    unjudged,
    state,
  } = result;
  const measures = measuresPart(result, documentRoom);
  const isConversation = turns !== undefined && turns.length > 0;
  return [
    ...(error === undefined ? [] : [section('Error', fencedWhole(error))]),
    ...(error === undefined && reason !== undefined ? [`${inline(reason)}\n`] : []),
    ...(isConversation || input === undefined ? [] : [section('Input', fencedWhole(lastText(toMessages(input))))]),
    ...(isConversation ? [section('Conversation', turns.map(turnPart).join('\n'))] : []),
    ...(isConversation ? [] : mockedCalls(result)),
    ...(interrupts.length === 0 ? [] : [section('Questions of the agent', interrupts.map(askedPart).join('\n'))]),
    ...(isConversation || output === undefined ? [] : [section('Output', asMarkdown(output))]),
    ...(groundTruth === undefined ? [] : [section('Ground truth', fencedWhole(groundTruth))]),
    ...(measures === '' ? [] : [section('Verdicts', measures)]),
    ...(samples.length === 0 ? [] : [section('Answers', samplesWhole(samples))]),
    ...((checkpoints ?? []).length === 0
      ? []
      : [section('Checkpoints', (checkpoints ?? []).map(checkpointLine).join(''))]),
    ...(assertions.length === 0 ? [] : [section('Assertions', assertions.map(assertionLine).join(''))]),
    ...(state === undefined ? [] : [section('State', statePart(state))]),
    ...(unjudged === undefined ? [] : [section('Unjudged', `${inline(unjudgedText(unjudged), 1000)}\n`)]),
  ];
}

function lastText(messages: readonly { role: string; content: MessageContent }[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return last === undefined ? '' : textOfContent(last.content);
}

function turnPart({ turn, input, output, response, interrupts = [], error }: Turn): string {
  const answer = response?.content === undefined || response.content === '' ? output : response.content;
  return joined([
    `#### Turn ${turn}\n`,
    `**User:**\n\n${fencedWhole(textOfContent(input))}`,
    ...(response?.toolCalls ?? []).map(callPart),
    ...interrupts.map(askedPart),
    ...(error === undefined ? [`**Agent:**\n\n${asMarkdown(answer ?? '')}`] : [`**Error:**\n\n${fencedWhole(error)}`]),
  ]);
}

/** The tool calls of a single answer, if at least one was mocked. */
function mockedCalls({ toolCalls }: CaseResult): string[] {
  if (!toolCalls.some(({ mocked }) => mocked === true)) return [];
  return [section('Tool calls', toolCalls.map(callPart).join('\n'))];
}

function askedPart(interrupt: NonNullable<Turn['interrupts']>[number]): string {
  return `**Agent asks:** ${inline(interruptText(interrupt), 1000)}\n`;
}

function callPart({ tool, mocked, arguments: callArguments = {}, result = null, error }: ToolCall): string {
  const outcome: JsonObject = error === undefined ? { result } : { error };
  return `Tool ${inline(tool)}${mocked === true ? ' (mocked)' : ''}:\n\n${fencedWhole({ arguments: callArguments, ...outcome })}`;
}

/** First the changes from the initial state, then the whole final state. */
function statePart({ final, changes }: NonNullable<CaseResult['state']>): string {
  const changed = changes.map((change) => `- ${inline(stateChangeText(change), 1000)}\n`).join('');
  return `${changed === '' ? 'Nothing changed.\n' : changed}\n${fencedWhole(final)}`;
}

function asMarkdown(value: Json): string {
  return typeof value === 'string' ? `${withoutFence(value).trimEnd()}\n` : fencedWhole(value);
}

function checkpointLine(checkpoint: CheckpointResult): string {
  const { id, reached, reachedAtTurn, required, message, invariant, brokenAtTurn } = checkpoint;
  const turn =
    invariant === undefined ? reachedAtTurn && `, turn ${reachedAtTurn}` : invariantWords(invariant, brokenAtTurn);
  const optional = required ? '' : ' (optional)';
  return `- ${reached ? '✓' : '✗'} ${inline(id)}${optional}${turn ?? ''}${message === undefined ? '' : `: ${inline(message)}`}\n`;
}

function invariantWords(invariant: NonNullable<CheckpointResult['invariant']>, turn: number | undefined): string {
  return turn === undefined ? `, ${invariant.replace('_', ' ')}` : `, broken in turn ${turn}`;
}

function assertionLine({ type, status, message, agentValidation, turn }: CaseResult['assertions'][number]): string {
  const judge =
    agentValidation === undefined || agentValidation.reason === ''
      ? ''
      : ` (judge: ${inline(agentValidation.reason, 500)})`;
  const doubt = agentValidation?.unreliable;
  const unreliable = doubt === undefined ? '' : ` (⚠️ unreliable judge: ${inline(doubt, 500)})`;
  return `- ${status === 'passed' ? '✓' : '✗'} ${inline(type)}${turn === undefined ? '' : `, turn ${turn}`}${message === undefined ? '' : `: ${inline(message, 1000)}`}${judge}${unreliable}\n`;
}

function section(title: string, body: string): string {
  return `### ${title}\n\n${body}`;
}

function joined(parts: readonly string[]): string {
  return parts.join('\n');
}
