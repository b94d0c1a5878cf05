import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  buildCallRule,
  type CallExpectation,
  createDocumentCheck,
  editCase,
  parseCaseSource,
} from './index.ts';

function addRule(source: string, wish: CallExpectation): string {
  const caseSource = parseCaseSource(source, 0);
  if (caseSource === undefined) throw new Error(`not a case: ${source}`);
  const text = applyEdits(source, editCase(source, buildCallRule(caseSource, 'refund', wish)));
  const { problems } = createDocumentCheck({ file: 'a.jsonl' }).check(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return text;
}

const plainCase = '{"id": "A", "input": "hi", "assert": {"type": "contains", "value": "x"}}';
const caseWithoutRules = '{"id": "A", "input": "hi"}';
const caseWithExpected = '{"id": "A", "input": "hi", "expected": "x"}';
const conversationCase =
  '{"id": "A", "input": "hi", "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "x"}}]}';
const caseWithRule = '{"id": "A", "turns": ["hi"], "never": [{"type": "contains", "value": "x"}]}';

describe('a wish about a call', () => {
  it.each<[string, CallExpectation, string]>([
    [plainCase, 'must', '"assert": [{"type": "contains", "value": "x"}, {"type": "tool_called", "value": "refund"}]'],
    [plainCase, 'may', '{"type": "tool_called", "value": "refund", "times": {"min": 0}}]'],
    [plainCase, 'never', '{"type": "tool_called", "value": "refund", "times": 0}]'],
    [caseWithoutRules, 'must', '"assert": [{"type": "tool_called", "value": "refund"}]'],
    [
      caseWithExpected,
      'must',
      '"assert": [{"type": "equals", "value": "x"}, {"type": "tool_called", "value": "refund"}]',
    ],
    [conversationCase, 'must', '"assert": [{"type": "tool_called", "value": "refund"}]'],
    [conversationCase, 'never', '"never": [{"type": "tool_called", "value": "refund"}]'],
    [
      caseWithRule,
      'never',
      '"never": [{"type": "contains", "value": "x"}, {"type": "tool_called", "value": "refund"}]',
    ],
  ])('of %s is written as %s', (source, wish, rule) => {
    expect(addRule(source, wish)).toContain(rule);
  });
});
