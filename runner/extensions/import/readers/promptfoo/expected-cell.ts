import { type JsonObject, withoutUndefined } from '../../../../values/index.ts';

/**
 * The types of checks that can be written in a cell of a table: `name: value`, `name(threshold): value` or `not-name:
 * value`.
 */
const checkNames = new Set([
  ...['contains', 'contains-all', 'contains-any', 'icontains', 'icontains-all', 'icontains-any', 'equals', 'regex'],
  ...['starts-with', 'latency', 'cost', 'llm-rubric', 'similar', 'is-json', 'contains-json', 'is-xml', 'contains-xml'],
  ...['is-html', 'contains-html', 'is-sql', 'contains-sql', 'is-refusal', 'levenshtein', 'rouge-n', 'bleu', 'gleu'],
  ...['meteor', 'perplexity', 'perplexity-score', 'word-count', 'classifier', 'moderation', 'factuality', 'g-eval'],
  ...['model-graded-closedqa', 'model-graded-factuality', 'answer-relevance', 'context-recall', 'context-relevance'],
  ...['context-faithfulness', 'webhook', 'ruby', 'finish-reason', 'guardrails', 'search-rubric', 'tool-call-f1'],
  ...['is-valid-function-call', 'is-valid-openai-function-call', 'is-valid-openai-tools-call', 'pi'],
]);

/**
 * Parses the short form of a check in a cell of a table. A text that does not begin with a type is the expected answer.
 */
export function parseExpectedCell(cell: string): JsonObject {
  const [, start = '', rest = ''] = /^(javascript|fn|eval|python|grade):(.*)$/s.exec(cell) ?? [];
  if (start === 'python') return { type: 'python', value: rest };
  if (start === 'grade') return { type: 'llm-rubric', value: rest.trim() };
  if (start !== '' || cell.startsWith('file://')) return { type: 'javascript', value: cell };
  const [, type = '', threshold, value] = /^([a-z0-9-]{1,60})(?:\(([\d.]{1,20})\))?(?::(.*))?$/s.exec(cell) ?? [];
  if (!checkNames.has(type.replace(/^not-/, ''))) return { type: 'equals', value: cell };
  return { type, ...withoutUndefined({ threshold: threshold && Number(threshold), value: value?.trim() }) };
}
