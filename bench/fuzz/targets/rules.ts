import { parseJudgeVerdict, parseScoringAnswer } from '../../../runner/assertions/agent/judge-verdict.ts';
import { getAssertionRules } from '../../../runner/assertions/assertion-types.ts';
import { evaluateAssertionSynchronously } from '../../../runner/assertions/evaluate-assertion.ts';
import { extractJson, listJsonTexts } from '../../../runner/assertions/extract-json.ts';
import { parseJsonPath, selectPath } from '../../../runner/assertions/json-path.ts';
import { toPlainText } from '../../../runner/assertions/to-plain-text.ts';
import { assertionSchema, toolCallSchema } from '../../../runner/contract/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../../runner/values/index.ts';
import { mutateJson, mutateText } from '../mutate.ts';
import { requireMessage, requireTrue, type Target } from './target.ts';

const statuses = new Set(['passed', 'failed', 'error']);
const calls: Json = [
  { id: '1', tool: 'find_book', arguments: { title: 'Dune', n: 2 }, result: { found: [{ id: 7 }] } },
  { tool: 'lend', server: 'desk', arguments: { id: 7 }, error: 'taken' },
];

const assertions: readonly JsonObject[] = [
  { type: 'equals', value: { a: [1, 'x'] } },
  { type: 'contains', value: 'total of 12.50', numbers: true, ignore_case: true, ignore_space: true },
  { type: 'contains', value: ['a', 'b'] },
  { type: 'not_contains', value: 'sorry', negate: true },
  { type: 'regex', value: '(?i)travel.*meals', message: 'why' },
  { type: 'json_path', path: '$.items[?(@.price > 3 && @.name == "a")].name', value: ['a'] },
  { type: 'json_path', path: "a['b c'][0].*", value: 1 },
  { type: 'type', value: 'object', path: 'a.b' },
  { type: 'tool_called', name: 'find_book', arguments: { title: 'Dune' } },
  { type: 'tool_called', value: ['find_book', 'lend'], times: 1 },
  { type: 'tool_result', value: { tool: 'lend', result: { success: true } } },
  { type: 'tools', value: ['find_book', 'lend'], match: 'exact' },
  { type: 'limits', tokens: 100, cost: 0.1, duration: '2s' },
  { type: 'state', path: 'books[0].lent', value: true },
];
const values: readonly Json[] = [
  'The total of 12.50 is for travel, meals.',
  '{"a": {"b": {"x": [1, 2]}}, "items": [{"name": "a", "price": 5}]}',
  'Sure:\n```json\n{"a": 1}\n```\nand [1, {"b": "}"}]',
  { a: { 'b c': [{ d: 1 }] }, books: [{ lent: true }] },
  null,
];

const evaluators: Target = {
  name: 'assertions',
  weight: 24,
  mutate: mutateJson,
  seeds: () =>
    assertions.flatMap((assertion) =>
      values.map((value) =>
        JSON.stringify({ assertion, value, next: { a: 1 }, calls, state: { books: [{ lent: true }] } }),
      ),
    ),
  check(input) {
    const written = tryParseJson(input);
    if (!isJsonObject(written)) return;
    const parsed = assertionSchema.safeParse(written.assertion);
    if (!parsed.success) {
      for (const { message } of parsed.error.issues) requireMessage(message);
      return;
    }
    const assertion = parsed.data;
    const value = written.value ?? null;
    const toolCalls = toolCallSchema.array().safeParse(written.calls).data ?? [];
    const subject = {
      value,
      text: toPlainText(value),
      next: written.next,
      toolCalls,
      input: null,
      state: written.state,
      tokens: 5,
      cost: 0.2,
      durationMs: 3,
    };
    const result = evaluateAssertionSynchronously({ assertion, subject });
    if (result === undefined) return;
    requireTrue(statuses.has(result.status), `the status ${result.status}`);
    if (result.status !== 'passed') requireMessage(result.message ?? '');
    // An assertion without reported problems must be evaluable on any answer.
    const problems = assertionProblems(assertion);
    for (const message of problems) requireMessage(message);
  },
};

function assertionProblems(assertion: Parameters<typeof getAssertionRules>[0]): string[] {
  return (getAssertionRules(assertion).problems?.(assertion) ?? []).map(({ message }) => message);
}

const jsonPaths: Target = {
  name: 'JSON paths',
  weight: 60,
  mutate: mutateText,
  seeds: () => [
    ...[
      '$',
      'a.b[0].c',
      '$.a["b c"][\'d\']',
      'items[?(@.price > 3 && @.name == "a")].name',
      '$[*].a',
      'a.*',
      '[0][1]',
      "$['a']",
    ],
    ...[
      'items[?(@.a == 1 || !(@.b))]',
      'items[?(@.name =~ /a.*b/i)]',
      'a[?(@ > 1)]',
      '__proto__.constructor',
      'length',
    ],
  ],
  check(path) {
    const parsed = parseJsonPath(path);
    if (parsed.kind === 'invalid') {
      requireMessage(parsed.reason);
      return;
    }
    for (const document of values) {
      const { kind } = selectPath(document, parsed.steps);
      requireTrue(kind === 'value' || kind === 'list' || kind === 'missing', `a selection of the kind ${kind}`);
    }
  },
};

const verdicts: Target = {
  name: 'JSON in prose, verdicts',
  weight: 40,
  mutate: mutateText,
  seeds: () => [
    '{"passed": true, "reason": "ok", "score": 0.8}',
    'I think so.\n```json\n{"passed": false, "reason": "a \\"quote\\"",}\n```',
    'passed: true\nreason: because',
    '{"score": 1e5, "reason": "much"}',
    'First {"passed": true} then {"passed": false}',
    ...values.flatMap((value) => (typeof value === 'string' ? [value] : [])),
  ],
  check(text) {
    const verdict = parseJudgeVerdict(text);
    if (verdict !== undefined && !('conflict' in verdict))
      requireTrue(typeof verdict.passed === 'boolean', 'a verdict that is none');
    const score = parseScoringAnswer(text);
    if (score !== undefined && !('conflict' in score))
      requireTrue(Number.isFinite(score.score), `the score ${score.score}`);
    const found = extractJson(text);
    requireTrue(found === undefined || typeof found === 'object', 'JSON that is no document');
    for (const written of listJsonTexts(text)) requireTrue(text.includes(written), 'JSON that is not in the text');
  },
};

export const ruleTargets: readonly Target[] = [evaluators, jsonPaths, verdicts];
