import type { CaseResult, CheckpointResult, MessageContent, ToolCall, Turn } from '../../contract/index.ts';
import {
  type CaseRow,
  computeCaseStatus,
  factStateWords,
  formatContentText,
  formatInterrupt,
  formatStateChange,
  formatUnjudgedParts,
  toMessages,
} from '../../fold/index.ts';
import { formatDuration, type Json, type JsonObject } from '../../values/index.ts';
import { removeFence } from '../remove-fence.ts';
import { statusMarks } from './failed-case.ts';
import { formatFencedFullValue, formatInlineCode } from './markdown-text.ts';
import { documentTextLimits, formatMeasurementsSection, formatSamplesInFull } from './measures-part.ts';

/**
 * Returns one case of a report as a separate document: nothing is left out, and answers in Markdown are not escaped.
 */
export function formatResultDocument(row: CaseRow, attempts: readonly CaseResult[]): string {
  const status = computeCaseStatus(attempts);
  const name = row.name === undefined || row.name === row.id ? '' : ` — ${formatInlineCode(row.name)}`;
  const [only] = attempts;
  const title = `# ${formatInlineCode(row.id)}${name}\n`;
  if (attempts.length === 1 && only !== undefined)
    return joinSections([title, formatStatusLine(only), ...listAttemptSections(only)]);
  const passed = attempts.filter((attempt) => attempt.status === 'passed').length;
  return joinSections([
    title,
    `**Status:** ${statusMarks[status]} ${status}, ${passed} of ${attempts.length} attempts passed\n`,
    ...attempts.flatMap((attempt) => [
      `## Attempt ${attempt.attempt}\n`,
      formatStatusLine(attempt),
      ...listAttemptSections(attempt),
    ]),
  ]);
}

function formatStatusLine({ status, durationMs }: CaseResult): string {
  return `**Status:** ${statusMarks[status]} ${status} (${formatDuration(durationMs)})\n`;
}

function listAttemptSections(result: CaseResult): string[] {
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
  const measures = formatMeasurementsSection(result, documentTextLimits);
  const isConversation = turns !== undefined && turns.length > 0;
  return [
    ...(error === undefined ? [] : [formatSection('Error', formatFencedFullValue(error))]),
    ...(error === undefined && reason !== undefined ? [`${formatInlineCode(reason)}\n`] : []),
    ...(isConversation || input === undefined
      ? []
      : [formatSection('Input', formatFencedFullValue(getLastMessageText(toMessages(input))))]),
    ...(isConversation ? [formatSection('Conversation', turns.map(formatTurnSection).join('\n'))] : []),
    ...(isConversation ? [] : formatMockedCallsSection(result)),
    ...(interrupts.length === 0
      ? []
      : [formatSection('Questions of the agent', interrupts.map(formatInterruptSection).join('\n'))]),
    ...(isConversation || output === undefined ? [] : [formatSection('Output', toMarkdownBlock(output))]),
    ...(groundTruth === undefined ? [] : [formatSection('Ground truth', formatFencedFullValue(groundTruth))]),
    ...(measures === '' ? [] : [formatSection('Verdicts', measures)]),
    ...(samples.length === 0 ? [] : [formatSection('Answers', formatSamplesInFull(samples))]),
    ...((checkpoints ?? []).length === 0
      ? []
      : [formatSection('Checkpoints', (checkpoints ?? []).map(formatCheckpointLine).join(''))]),
    ...(assertions.length === 0 ? [] : [formatSection('Assertions', assertions.map(formatAssertionLine).join(''))]),
    ...formatInferredRulesSection(inferred),
    ...formatFactsSection(simulator),
    ...(state === undefined ? [] : [formatSection('State', formatStateSection(state))]),
    ...(unjudged === undefined
      ? []
      : [formatSection('Unchecked', `${formatInlineCode(formatUnjudgedParts(unjudged), 1000)}\n`)]),
  ];
}

function formatInferredRulesSection(results: CaseResult['inferred'] = []): string[] {
  if (results.length === 0) return [];
  return [
    formatSection('Inferred rules (not accepted, cannot fail the case)', results.map(formatAssertionLine).join('')),
  ];
}

function formatFactsSection(simulator: CaseResult['simulator']): string[] {
  if (simulator === undefined || simulator.facts.length === 0) return [];
  const lines = simulator.facts.map(({ name, state, askedAtTurn }) => {
    const turn = askedAtTurn === undefined ? '' : `, asked in turn ${askedAtTurn}`;
    return `- ${formatInlineCode(name)}: ${factStateWords[state]}${turn}\n`;
  });
  return [formatSection('Facts of the user', lines.join(''))];
}

function getLastMessageText(messages: readonly { role: string; content: MessageContent }[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return last === undefined ? '' : formatContentText(last.content);
}

function formatTurnSection({ turn, input, output, response, interrupts = [], error }: Turn): string {
  const answer = response?.content === undefined || response.content === '' ? output : response.content;
  return joinSections([
    `#### Turn ${turn}\n`,
    `**User:**\n\n${formatFencedFullValue(formatContentText(input))}`,
    ...(response?.toolCalls ?? []).map(formatToolCallSection),
    ...interrupts.map(formatInterruptSection),
    ...(error === undefined
      ? [`**Agent:**\n\n${toMarkdownBlock(answer ?? '')}`]
      : [`**Error:**\n\n${formatFencedFullValue(error)}`]),
  ]);
}

/** Shows the tool calls of a single answer, if at least one was mocked. */
function formatMockedCallsSection({ toolCalls }: CaseResult): string[] {
  if (!toolCalls.some(({ mocked }) => mocked === true)) return [];
  return [formatSection('Tool calls', toolCalls.map(formatToolCallSection).join('\n'))];
}

function formatInterruptSection(interrupt: NonNullable<Turn['interrupts']>[number]): string {
  return `**Agent asks:** ${formatInlineCode(formatInterrupt(interrupt), 1000)}\n`;
}

function formatToolCallSection({
  tool,
  mocked,
  arguments: callArguments = {},
  result = null,
  error,
}: ToolCall): string {
  const outcome: JsonObject = error === undefined ? { result } : { error };
  return `Tool ${formatInlineCode(tool)}${mocked === true ? ' (mocked)' : ''}:\n\n${formatFencedFullValue({ arguments: callArguments, ...outcome })}`;
}

/** Shows first the changes since the initial state, and then the whole final state. */
function formatStateSection({ final, changes }: NonNullable<CaseResult['state']>): string {
  const changed = changes.map((change) => `- ${formatInlineCode(formatStateChange(change), 1000)}\n`).join('');
  return `${changed === '' ? 'Nothing changed.\n' : changed}\n${formatFencedFullValue(final)}`;
}

function toMarkdownBlock(value: Json): string {
  return typeof value === 'string' ? `${removeFence(value).trimEnd()}\n` : formatFencedFullValue(value);
}

function formatCheckpointLine(checkpoint: CheckpointResult): string {
  const { id, reached, reachedAtTurn, required, message, invariant, brokenAtTurn } = checkpoint;
  const turn =
    invariant === undefined ? reachedAtTurn && `, turn ${reachedAtTurn}` : describeInvariant(invariant, brokenAtTurn);
  const optional = required ? '' : ' (optional)';
  return `- ${reached ? '✓' : '✗'} ${formatInlineCode(id)}${optional}${turn ?? ''}${message === undefined ? '' : `: ${formatInlineCode(message)}`}\n`;
}

function describeInvariant(invariant: NonNullable<CheckpointResult['invariant']>, turn: number | undefined): string {
  return turn === undefined ? `, ${invariant.replace('_', ' ')}` : `, broken in turn ${turn}`;
}

function formatAssertionLine({
  type,
  status,
  message,
  agentValidation,
  turn,
}: CaseResult['assertions'][number]): string {
  const judge =
    agentValidation === undefined || agentValidation.reason === ''
      ? ''
      : ` (judge: ${formatInlineCode(agentValidation.reason, 500)})`;
  const doubt = agentValidation?.unreliable;
  const unreliable = doubt === undefined ? '' : ` (⚠️ unreliable judge: ${formatInlineCode(doubt, 500)})`;
  return `- ${status === 'passed' ? '✓' : '✗'} ${formatInlineCode(type)}${turn === undefined ? '' : `, turn ${turn}`}${message === undefined ? '' : `: ${formatInlineCode(message, 1000)}`}${judge}${unreliable}\n`;
}

function formatSection(title: string, body: string): string {
  return `### ${title}\n\n${body}`;
}

function joinSections(parts: readonly string[]): string {
  return parts.join('\n');
}
