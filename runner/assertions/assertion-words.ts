import type { AssertionType } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';

/** A field of the editor's form. Authors may write one of the keys in `or` in the place of `key`. */
export type AssertionField = {
  key: string;
  or?: readonly string[];
  title: string;
  control: 'value' | 'text' | 'json' | 'json_path' | 'value_type' | 'validator' | 'tool_call' | 'tool_result';
  hint?: string;
};

/** A type of assertion in words. */
export type AssertionWords = {
  title: string;
  hint: string;
  /** A sentence after its name and a colon. */
  meaning: string;
  /** What a new one begins with. */
  fresh: JsonObject;
  fields: readonly AssertionField[];
};

const options = { key: 'options', title: 'Options (JSON)', control: 'json' } as const;
const path = {
  key: 'path',
  title: 'JSON path',
  control: 'json_path',
  hint: 'for example $.order.items[0].name',
} as const;

/** Each type in words. They stand apart from the rules, because pages that show them make no checks. */
export const assertionWords: Readonly<Record<AssertionType, AssertionWords>> = {
  contains: {
    title: 'Contains',
    hint: 'the text has this in it',
    meaning: 'the text of the answer has "value" in it; capitals matter.',
    fresh: { value: '' },
    fields: [{ key: 'value', title: 'Text', control: 'value' }],
  },
  not_contains: {
    title: 'Does not contain',
    hint: 'the text is without this',
    meaning: 'the text of the answer does not have "value" in it.',
    fresh: { value: '' },
    fields: [{ key: 'value', title: 'Text', control: 'value' }],
  },
  equals: {
    title: 'Equals',
    hint: 'the output is exactly this',
    meaning: 'the answer is exactly "value"; the order of keys does not matter.',
    fresh: { value: '' },
    fields: [{ key: 'value', title: 'Value', control: 'value' }],
  },
  regex: {
    title: 'Regex',
    hint: 'a pattern (Go RE2) is found',
    meaning: 'the text of the answer matches "value", a pattern in Go RE2 syntax.',
    fresh: { value: '' },
    fields: [
      { key: 'value', or: ['pattern'], title: 'Pattern', control: 'text', hint: 'Go RE2 syntax; (?i) ignores case' },
    ],
  },
  json_path: {
    title: 'JSON path',
    hint: 'a part of the JSON is exactly this',
    meaning: 'the JSON in the answer has "value" at "path".',
    fresh: { path: '$.', value: '' },
    fields: [path, { key: 'value', title: 'Value', control: 'value' }],
  },
  type: {
    title: 'Type',
    hint: 'the output, or a part, is of a type',
    meaning: 'the answer, or what it has at "path", is of the type in "value".',
    fresh: { value: 'string' },
    fields: [{ key: 'value', title: 'Type', control: 'value_type' }, path],
  },
  tool_called: {
    title: 'Tool called',
    hint: 'the agent has called a tool',
    meaning: 'the agent has called the tool in "value", with these arguments where they are given.',
    fresh: { value: { name: '' } },
    fields: [{ key: 'value', or: ['name', 'arguments'], title: 'Tool', control: 'tool_call' }],
  },
  tool_result: {
    title: 'Tool result',
    hint: 'a tool has answered with this',
    meaning: 'a call of "value.tool" came back with "value.result".',
    fresh: { value: { tool: '' } },
    fields: [{ key: 'value', title: 'Value', control: 'tool_result' }],
  },
  limits: {
    title: 'Limits',
    hint: 'the agent takes no more than this',
    meaning: 'the answer took no more tool calls, tokens, cost or time than this.',
    fresh: { tokens: 1000 },
    fields: [
      { key: 'turns', title: 'Turns', control: 'json' },
      { key: 'tool_calls', title: 'Tool calls', control: 'json' },
      { key: 'tokens', title: 'Tokens', control: 'json', hint: 'in and out' },
      { key: 'cost', title: 'Cost', control: 'json' },
      { key: 'duration', title: 'Duration', control: 'text', hint: 'for example 30s or 2m30s' },
      { key: 'turn_duration', title: 'Duration of a turn', control: 'text', hint: 'the longest one' },
    ],
  },
  script: {
    title: 'Script',
    hint: 'a function of yours decides',
    meaning: 'a function of the workspace decides.',
    fresh: { script: 'scripts.' },
    fields: [
      { key: 'script', or: ['use'], title: 'Function', control: 'text', hint: 'scripts.module.Function' },
      { key: 'value', or: ['expected'], title: 'Value (JSON)', control: 'json' },
      options,
    ],
  },
  agent: {
    title: 'Judged by an agent',
    hint: 'a validator says whether it is right',
    meaning: 'another agent judges the answer by the criteria in "value".',
    fresh: { use: 'agents:', value: '' },
    fields: [
      { key: 'use', title: 'Validator', control: 'validator' },
      { key: 'value', title: 'Criteria', control: 'value' },
      options,
    ],
  },
};
