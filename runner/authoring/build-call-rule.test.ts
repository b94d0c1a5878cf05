import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  buildCallRule,
  type CallExpectation,
  createDocumentCheck,
  editCase,
  parseCaseSource,
} from './index.ts';

function withRule(source: string, wish: CallExpectation): string {
  const caseSource = parseCaseSource(source, 0);
  if (caseSource === undefined) throw new Error(`not a case: ${source}`);
  const text = applyEdits(source, editCase(source, buildCallRule(caseSource, 'refund', wish)));
  const { problems } = createDocumentCheck({ file: 'a.jsonl' }).check(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return text;
}

const plain = '{"id": "A", "input": "hi", "assert": {"type": "contains", "value": "x"}}';
const bare = '{"id": "A", "input": "hi"}';
const expected = '{"id": "A", "input": "hi", "expected": "x"}';
const talk = '{"id": "A", "input": "hi", "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "x"}}]}';
const ruled = '{"id": "A", "turns": ["hi"], "never": [{"type": "contains", "value": "x"}]}';

describe('a wish about a call', () => {
  it.each<[string, CallExpectation, string]>([
    [plain, 'must', '"assert": [{"type": "contains", "value": "x"}, {"type": "tool_called", "value": "refund"}]'],
    [plain, 'may', '{"type": "tool_called", "value": "refund", "times": {"min": 0}}]'],
    [plain, 'never', '{"type": "tool_called", "value": "refund", "times": 0}]'],
    [bare, 'must', '"assert": [{"type": "tool_called", "value": "refund"}]'],
    [expected, 'must', '"assert": [{"type": "equals", "value": "x"}, {"type": "tool_called", "value": "refund"}]'],
    [talk, 'must', '"assert": [{"type": "tool_called", "value": "refund"}]'],
    [talk, 'never', '"never": [{"type": "tool_called", "value": "refund"}]'],
    [ruled, 'never', '"never": [{"type": "contains", "value": "x"}, {"type": "tool_called", "value": "refund"}]'],
  ])('of %s is written as %s', (source, wish, rule) => {
    expect(withRule(source, wish)).toContain(rule);
  });
});
