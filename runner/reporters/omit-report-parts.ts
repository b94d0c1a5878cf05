import type {
  AnswerSample,
  AssertionResult,
  CaseInput,
  CaseResult,
  ContentPart,
  MessageContent,
  OmittableReportPart,
  Score,
  ToolCall,
  Turn,
} from '../contract/index.ts';
import { type CaseRow, formatContentText, toMessages } from '../fold/index.ts';
import { isJsonObject, mapStrings } from '../values/index.ts';
import { mapCaseResults } from './map-results.ts';
import type { StoredReport } from './read/read-report.ts';

export const OMITTED_PLACEHOLDER = '[left out]';
/**
 * The minimum length in characters of a text that is also removed from other texts. Shorter texts, such as "yes", occur
 * there by chance.
 */
const MIN_REMOVED_TEXT_LENGTH = 8;

/**
 * Returns a report without some of its parts. Text of these parts is also removed where a check or a diagnosis quotes
 * it in full; the agent's own answers stay unchanged.
 */
export function omitReportParts(report: StoredReport, parts: readonly OmittableReportPart[]): StoredReport {
  if (parts.length === 0) return report;
  const { state, resultsOf } = mapCaseResults(report, (result) => omitPartsOfResult(result, parts));
  const notes = { reviews: undefined, turnReviews: undefined, label: undefined, hintWords: [] };
  return {
    resultsOf,
    state: {
      ...state,
      ...(parts.includes('notes') ? notes : {}),
      leftOut: parts,
      rows: state.rows.map((row) => omitPartsOfRow(row, report.resultsOf(row), parts)),
    },
  };
}

function omitPartsOfRow(row: CaseRow, results: readonly CaseResult[], parts: readonly OmittableReportPart[]): CaseRow {
  const masked = maskTexts(
    row,
    results.flatMap((result) => listRemovedTexts(result, parts)),
  );
  if (!parts.includes('users') && !parts.includes('tools')) return masked;
  const attempts = masked.attempts.map(({ inferred: _, ...attempt }) => attempt);
  return parts.includes('users') ? { ...masked, attempts, preview: undefined } : { ...masked, attempts };
}

function omitPartsOfResult(result: CaseResult, parts: readonly OmittableReportPart[]): CaseResult {
  const reduced: CaseResult = { ...result };
  const { input, turns, samples, scores } = result;
  if (input !== undefined) reduced.input = omitPartsOfInput(input, parts);
  if (turns !== undefined) reduced.turns = turns.map((turn) => omitPartsOfTurn(turn, parts));
  if (parts.includes('users') || parts.includes('tools')) {
    const omitPartsOfAssertions = (assertions: AssertionResult[]) =>
      assertions.map((each) => omitPartsOfAssertion(each, parts));
    reduced.assertions = omitPartsOfAssertions(result.assertions);
    if (result.inferred !== undefined) reduced.inferred = omitPartsOfAssertions(result.inferred);
    if (result.checkpoints !== undefined) reduced.checkpoints = result.checkpoints.map(omitJudgeExchange);
    if (scores !== undefined) reduced.scores = scores.map(omitScoreExchange);
    if (samples !== undefined) reduced.samples = samples.map((sample) => omitPartsOfSample(sample, parts));
  }
  if (parts.includes('tools')) {
    reduced.toolCalls = result.toolCalls.map(omitCallResult);
    delete reduced.state;
  }
  return maskTexts(reduced, listRemovedTexts(result, parts));
}

function omitPartsOfTurn(turn: Turn, parts: readonly OmittableReportPart[]): Turn {
  const { reasoning: _, ...rest } = turn;
  const { response } = turn;
  return {
    ...(parts.includes('users') ? rest : turn),
    input: omitPartsOfContent(turn.input, parts),
    ...(response === undefined || !parts.includes('tools')
      ? {}
      : { response: { ...response, toolCalls: response.toolCalls.map(omitCallResult) } }),
  };
}

function omitPartsOfInput(input: CaseInput, parts: readonly OmittableReportPart[]): CaseInput {
  if (typeof input === 'string') return parts.includes('users') ? OMITTED_PLACEHOLDER : input;
  return toMessages(input).map((message) => {
    if (message.role === 'user') return { ...message, content: omitPartsOfContent(message.content, parts) };
    return message.role === 'tool' && parts.includes('tools') ? { ...message, content: OMITTED_PLACEHOLDER } : message;
  });
}

function omitPartsOfContent(content: MessageContent, parts: readonly OmittableReportPart[]): MessageContent {
  if (!Array.isArray(content)) return parts.includes('users') && content !== null ? OMITTED_PLACEHOLDER : content;
  return content.map((part) => {
    const isLeftOut = isAttachmentPart(part) ? parts.includes('attachments') : parts.includes('users');
    return isLeftOut ? { type: 'text', text: OMITTED_PLACEHOLDER } : part;
  });
}

function isAttachmentPart({ type }: ContentPart): boolean {
  return type !== 'text' && type !== 'data';
}

function omitCallResult({ result: _, error: __, injected: ___, ...call }: ToolCall): ToolCall {
  return { ...call, result: OMITTED_PLACEHOLDER };
}

/** Types of assertions whose actual value is a tool result. */
const resultAssertionTypes: readonly string[] = ['tool_result', 'state'];

function omitPartsOfAssertion(assertion: AssertionResult, parts: readonly OmittableReportPart[]): AssertionResult {
  const { actual: _, ...rest } = omitJudgeExchange(assertion);
  const isOfResults = parts.includes('tools') && resultAssertionTypes.includes(assertion.type);
  return isOfResults ? { ...rest, message: OMITTED_PLACEHOLDER } : omitJudgeExchange(assertion);
}

/** Removes a judge's request and response, because the request contains the whole conversation. */
function omitJudgeExchange<Judged extends Pick<AssertionResult, 'agentValidation'>>(judged: Judged): Judged {
  if (judged.agentValidation === undefined) return judged;
  const { input: _, request: __, response: ___, rulings: ____, ...validation } = judged.agentValidation;
  return { ...judged, agentValidation: validation };
}

function omitScoreExchange({ request: _, response: __, contexts: ___, ...score }: Score): Score {
  return score;
}

function omitPartsOfSample(
  { prompt, contexts, toolCalls, ...rest }: AnswerSample,
  parts: readonly OmittableReportPart[],
): AnswerSample {
  return {
    ...rest,
    ...(prompt === undefined ? {} : { prompt: parts.includes('users') ? OMITTED_PLACEHOLDER : prompt }),
    ...(contexts === undefined || parts.includes('tools') ? {} : { contexts }),
    ...(toolCalls === undefined
      ? {}
      : { toolCalls: parts.includes('tools') ? toolCalls.map(omitCallResult) : toolCalls }),
  };
}

function listRemovedTexts(result: CaseResult, parts: readonly OmittableReportPart[]): string[] {
  const { turns = [], samples = [] } = result;
  const userTexts = [
    ...toMessages(result.input).filter(({ role }) => role === 'user'),
    ...turns.map(({ input }) => ({ content: input })),
  ].map(({ content }) => formatContentText(content));
  const calls = [result, ...samples].flatMap(({ toolCalls = [] }) => toolCalls);
  const inTurns = turns.flatMap(({ response }) => response?.toolCalls ?? []);
  const toolTexts = [...calls, ...inTurns].flatMap(({ result: value, error = '' }) => [
    ...collectStringsInValue(value),
    error,
  ]);
  const texts = [...(parts.includes('users') ? userTexts : []), ...(parts.includes('tools') ? toolTexts : [])];
  return [...new Set(texts)]
    .filter(({ length }) => length >= MIN_REMOVED_TEXT_LENGTH)
    .sort((one, other) => other.length - one.length);
}

function* collectStringsInValue(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (Array.isArray(value)) for (const item of value) yield* collectStringsInValue(item);
  if (isJsonObject(value)) for (const member of Object.values(value)) yield* collectStringsInValue(member);
}

/**
 * Keys whose values are never masked: those of messages and answers, and those of names by which parts of the report
 * refer to each other.
 */
const neverMaskedKeys: readonly string[] = [
  'content',
  'output',
  'next',
  'input',
  'text',
  'id',
  'suiteKey',
  'name',
  'tool',
  'type',
  'kind',
  'status',
  'checkpointsReached',
  'after',
];

function maskTexts<Value>(value: Value, texts: readonly string[]): Value {
  if (texts.length === 0) return value;
  return mapStrings(value, (text, parentKey) =>
    parentKey === undefined || neverMaskedKeys.includes(parentKey)
      ? text
      : texts.reduce((rest, removed) => rest.replaceAll(removed, OMITTED_PLACEHOLDER), text),
  );
}
