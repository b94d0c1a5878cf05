import { type AssertionType, limitMaxima } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';

/** A field in the form of the editor. `or` lists other keys that an assertion may have instead of `key`. */
export type AssertionField = {
  key: string;
  or?: readonly string[];
  title: string;
  control:
    | 'value'
    | 'text'
    | 'json'
    | 'flag'
    | 'odd_count'
    | 'json_path'
    | 'value_type'
    | 'tool_call'
    | 'tool_result'
    | 'criteria'
    | 'judge'
    | 'judge_options'
    | 'facts'
    | 'call_before'
    | 'function';
  hint?: string;
};

/** How the user interface describes a type of assertions. */
export type AssertionTypeDescription = {
  title: string;
  hint: string;
  /** A sentence that is shown after the name of the type and a colon. */
  meaning: string;
  /** The initial content of a new assertion. */
  initialContent: JsonObject;
  fields: readonly AssertionField[];
};

const argumentsMatchField = [
  {
    key: 'arguments_match',
    title: 'Arguments',
    control: 'text',
    hint: 'subset: other arguments are allowed; exact: no other arguments',
  },
  { key: 'unordered', title: 'Lists in any order', control: 'flag' },
] as const;
const leniencyFields = [
  { key: 'ignore_case', title: 'Ignore case', control: 'flag' },
  { key: 'ignore_space', title: 'Ignore space', control: 'flag' },
  { key: 'numbers', title: 'Numbers as numbers: 1,497.65 = 1497.65', control: 'flag' },
] as const;
const optionsField = { key: 'options', title: 'Options (JSON)', control: 'json' } as const;
const textValueFields = {
  initialContent: { value: '' },
  fields: [{ key: 'value', title: 'Text', control: 'value' }, ...leniencyFields],
} as const;
const pathField = {
  key: 'path',
  title: 'JSON path',
  control: 'json_path',
  hint: 'for example $.order.items[0].name',
} as const;

/**
 * The texts for each type. They are not in the files of the checks, because pages that show the texts do not need the
 * checks.
 */
export const assertionTypeDescriptions: Readonly<Record<AssertionType, AssertionTypeDescription>> = {
  contains: {
    title: 'Contains',
    hint: 'the text contains this',
    meaning: 'the text of the answer contains "value"; capitals matter.',
    ...textValueFields,
  },
  not_contains: {
    title: 'Does not contain',
    hint: 'the text does not contain this',
    meaning: 'the text of the answer does not contain "value".',
    ...textValueFields,
  },
  equals: {
    title: 'Equals',
    hint: 'the output equals this',
    meaning: 'the answer is exactly "value"; the order of keys does not matter.',
    initialContent: { value: '' },
    fields: [{ key: 'value', title: 'Value', control: 'value' }, ...leniencyFields],
  },
  regex: {
    title: 'Regex',
    hint: 'the text matches a pattern (Go RE2)',
    meaning: 'the text of the answer matches "value", a pattern in Go RE2 syntax.',
    initialContent: { value: '' },
    fields: [
      { key: 'value', or: ['pattern'], title: 'Pattern', control: 'text', hint: 'Go RE2 syntax; (?i) ignores case' },
    ],
  },
  json_path: {
    title: 'JSON path',
    hint: 'a part of the JSON equals this',
    meaning: 'the JSON in the answer has "value" at "path".',
    initialContent: { path: '$.', value: '' },
    fields: [pathField, { key: 'value', title: 'Value', control: 'value' }],
  },
  type: {
    title: 'Type',
    hint: 'the output, or a part of it, has a type',
    meaning: 'the answer, or what it has at "path", is of the type in "value".',
    initialContent: { value: 'string' },
    fields: [{ key: 'value', title: 'Type', control: 'value_type' }, pathField],
  },
  tool_called: {
    title: 'Tool called',
    hint: 'the agent called a tool',
    meaning: 'the agent called the tool in "value", with the given arguments, if any.',
    initialContent: { value: { name: '' } },
    fields: [
      { key: 'value', or: ['name', 'arguments'], title: 'Tool', control: 'tool_call' },
      { key: 'times', title: 'Times (JSON)', control: 'json', hint: '2, or {"min": 1, "max": 3}; 0 means never' },
      { key: 'succeeded', title: 'Succeeded', control: 'json', hint: 'true: without an error' },
      ...argumentsMatchField,
    ],
  },
  tool_result: {
    title: 'Tool result',
    hint: 'a tool returned this',
    meaning: 'a call of "value.tool" returned "value.result".',
    initialContent: { value: { tool: '' } },
    fields: [{ key: 'value', title: 'Value', control: 'tool_result' }],
  },
  tools: {
    title: 'Tool calls',
    hint: 'the agent made these calls: exactly, in order, in any order, or no others',
    meaning: 'the agent made the calls in "calls"; "match" says how strictly: exactly, in_order, any_order or only.',
    initialContent: { match: 'exactly', calls: [{ name: '' }] },
    fields: [
      { key: 'match', title: 'Match', control: 'text', hint: 'exactly, in_order, any_order or only' },
      { key: 'calls', title: 'Calls (JSON)', control: 'json', hint: '[{"name": "refund", "arguments": {"id": 1}}]' },
      { key: 'ignore', title: 'Tools that do not count (JSON)', control: 'json', hint: '["get_*"]' },
      ...argumentsMatchField,
    ],
  },
  limits: {
    title: 'Limits',
    hint: 'turns, tools, tokens, cost and time stay within limits',
    meaning: 'the answer took no more tool calls, tokens, cost or time than this.',
    initialContent: { tokens: 1000 },
    fields: Object.entries(limitMaxima).map(([key, hint]) => ({
      key,
      title: `${key.slice(0, 1).toUpperCase()}${key.slice(1).replace('_', ' ')}`,
      control: key.endsWith('duration') ? 'text' : 'json',
      hint,
    })),
  },
  state: {
    title: 'State',
    hint: 'the state of the mocks when the case ends',
    meaning:
      'when the case ends, the state of the mocks has "value" at "path", equals "equals", or is accepted by a function.',
    initialContent: { path: '$.', value: '' },
    fields: [
      pathField,
      { key: 'value', title: 'Value', control: 'value' },
      { key: 'equals', title: 'The whole state (JSON)', control: 'json' },
      { key: 'use', title: 'Function', control: 'function', hint: 'scripts:module.Function' },
      optionsField,
    ],
  },
  elicited: {
    title: 'Asked for',
    hint: 'the agent asked the user for these facts',
    meaning: 'the agent asked for each fact in "value", in an earlier turn than the first call in "before".',
    initialContent: { value: [] },
    fields: [
      { key: 'value', title: 'Facts', control: 'facts' },
      { key: 'before', title: 'Before a call of', control: 'call_before' },
    ],
  },
  snapshot: {
    title: 'Snapshot',
    hint: 'the answer equals the saved snapshot',
    meaning: 'the answer equals the snapshot saved next to the suite; test --update-snapshots saves it.',
    initialContent: {},
    fields: [
      { key: 'name', title: 'Name', control: 'text', hint: 'the name of the snapshot, needed if a case has several' },
      { ...pathField, hint: 'only this part of the answer is saved and compared' },
    ],
  },
  script: {
    title: 'Script',
    hint: 'a function that you write decides',
    meaning: 'a function of the workspace decides.',
    initialContent: { script: 'scripts.' },
    fields: [
      { key: 'script', or: ['use'], title: 'Function', control: 'function', hint: 'scripts.module.Function' },
      { key: 'value', or: ['expected'], title: 'Value (JSON)', control: 'json' },
      optionsField,
    ],
  },
  agent: {
    title: 'Judged by a model',
    hint: 'a judge decides by criteria',
    meaning:
      'a judge (the built-in one, or the agent in "use") decides by the criterion or the list of criteria in "value".',
    initialContent: { value: '' },
    fields: [
      { key: 'value', title: 'Criteria', control: 'criteria' },
      { key: 'use', title: 'Judge', control: 'judge' },
      { key: 'votes', title: 'Votes', control: 'odd_count', hint: '3: asked three times, the majority decides' },
      {
        key: 'examples',
        title: 'Examples (JSON)',
        control: 'json',
        hint: 'What people decided: [{"quote": "…", "verdict": "bad", "note": "…"}]',
      },
      { key: 'options', title: 'Options (JSON)', control: 'judge_options' },
    ],
  },
};
