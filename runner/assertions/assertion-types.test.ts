import { describe, expect, it } from 'vitest';
import { type Assertion, assertionSchema, type Condition, type ToolCall } from '../contract/index.ts';
import type { Json, JsonObject } from '../values/index.ts';
import {
  allowsAnyCall,
  checksCall,
  createSatisfyingCallTest,
  isForbiddingAssertion,
  toAssertionCondition,
} from './assertion-types.ts';
import { checkAssertion } from './check-assertion.ts';
import { type LeniencyOptions, normalizeTextLeniently, normalizeValueLeniently } from './lenient-text.ts';
import { matchesToolGlob } from './match-tool.ts';
import { listRequiredTools, listToolsMatchedByAnyCall } from './tool-called.ts';

const toolCalledAssertion = (parts: JsonObject = {}) =>
  assertionSchema.parse({
    type: 'tool_called',
    ...('value' in parts || 'name' in parts ? {} : { value: 'save' }),
    ...parts,
  });

describe('the condition of an assertion', () => {
  it.each<[JsonObject, Omit<Condition, 'check'>]>([
    [{ type: 'equals', value: { b: 1, a: 2 } }, { wanted: '{"a":2,"b":1}' }],
    [{ type: 'contains', value: 'sunny' }, { wanted: 'sunny' }],
    [
      { type: 'contains', value: 'sunny', negate: true },
      { wanted: 'sunny', negate: true },
    ],
    [{ type: 'regex', value: '^a' }, { wanted: '^a' }],
    [{ type: 'regex', pattern: '^b' }, { wanted: '^b' }],
    [{ type: 'json_path', path: 'a.b', value: [1] }, { wanted: 'a.b = [1]' }],
    [{ type: 'type', value: 'integer' }, { wanted: 'integer' }],
    [
      { type: 'tool_called', value: 'save' },
      { wanted: 'save', tools: ['save'] },
    ],
    [
      { type: 'tool_called', value: ['save', 'keep'] },
      { wanted: 'save or keep', tools: ['save', 'keep'] },
    ],
    [
      { type: 'tool_called', name: 'save', arguments: { id: 1 } },
      { wanted: 'save({"id":1})', tools: ['save'] },
    ],
    [
      { type: 'tool_called', value: { name: 'save', arguments: { id: 1 } } },
      { wanted: 'save({"id":1})', tools: ['save'] },
    ],
    [
      { type: 'tool_called', value: 'save', times: 0 },
      { wanted: 'save never', tools: ['save'] },
    ],
    [
      { type: 'tool_called', value: 'save', times: 1 },
      { wanted: 'save exactly once', tools: ['save'] },
    ],
    [
      { type: 'tool_called', value: 'save', times: { min: 2, max: 3 }, succeeded: true },
      { wanted: 'save without an error at least 2 times and at most 3 times', tools: ['save'] },
    ],
    [
      { type: 'tool_called', value: 'save', times: { max: 1 }, succeeded: false },
      { wanted: 'save with an error at most once', tools: ['save'] },
    ],
    [
      { type: 'tool_result', value: { tool: 'save' } },
      { wanted: 'save', tools: ['save'] },
    ],
    [
      { type: 'tool_result', value: { tool: 'save', result: 'ok' } },
      { wanted: 'save → ok', tools: ['save'] },
    ],
    [
      {
        type: 'tools',
        match: 'exactly',
        calls: [
          { name: 'save', arguments: { id: 1 } },
          { name: 'keep', succeeded: false },
        ],
      },
      { wanted: 'exactly: save({"id":1}), keep with an error', tools: ['save', 'keep'] },
    ],
    [{ type: 'tools', match: 'exactly', calls: [] }, { wanted: 'exactly: no calls' }],
    [{ type: 'limits', tokens: 5, turns: 2 }, { wanted: '{"tokens":5,"turns":2}' }],
    [{ type: 'state', path: 'paid', value: true }, { wanted: 'paid = true' }],
    [{ type: 'state', equals: { paid: true } }, { wanted: '{"paid":true}' }],
    [{ type: 'state', use: 'scripts.a.B' }, { wanted: 'scripts.a.B' }],
    [{ type: 'snapshot' }, { wanted: 'output' }],
    [{ type: 'snapshot', path: 'a' }, { wanted: 'a' }],
    [{ type: 'snapshot', path: 'a', name: 'the answer' }, { wanted: 'the answer' }],
    [{ type: 'script', script: 'scripts.a.B' }, { wanted: 'scripts.a.B' }],
    [{ type: 'script', use: 'scripts:a.B' }, { wanted: 'scripts:a.B' }],
    [{ type: 'agent', use: 'v', value: 'is kind' }, { wanted: 'is kind' }],
    [{ type: 'agent', use: 'v', options: { metadata: { criteria: 'short' } } }, { wanted: 'short' }],
    [{ type: 'agent', use: 'v' }, { wanted: 'v' }],
    [{ type: 'contains', value: 'x'.repeat(400) }, { wanted: 'x'.repeat(300) }],
  ])('%j', (source, condition) => {
    const assertion = assertionSchema.parse(source);
    expect(toAssertionCondition(assertion)).toEqual({ check: assertion.type, ...condition });
  });
});

describe('an assertion', () => {
  it.each<[Assertion, boolean, boolean]>([
    [{ type: 'not_contains', value: 'x' }, true, false],
    [{ type: 'not_contains', value: 'x', negate: true }, false, false],
    [{ type: 'contains', value: 'x' }, false, false],
    [{ type: 'contains', value: 'x', negate: true }, true, false],
    [toolCalledAssertion(), false, false],
    [toolCalledAssertion({ negate: true }), true, false],
    [toolCalledAssertion({ times: 0 }), true, false],
    [toolCalledAssertion({ times: 0, negate: true }), false, false],
    [toolCalledAssertion({ times: { max: 0 } }), true, false],
    [toolCalledAssertion({ times: { max: 1 } }), false, false],
    [toolCalledAssertion({ times: { min: 0 } }), false, true],
    [toolCalledAssertion({ times: { min: 0 }, negate: true }), true, false],
    [toolCalledAssertion({ times: { min: 0, max: 5 } }), false, false],
    [toolCalledAssertion({ times: { min: 1 } }), false, false],
  ])('%j forbids something: %s, and allows everything: %s', (assertion, forbids, allows) => {
    expect([isForbiddingAssertion(assertion), allowsAnyCall(assertion)]).toEqual([forbids, allows]);
  });

  it.each<[JsonObject, string[], string[]]>([
    [{}, ['save'], ['save']],
    [{ negate: true }, [], ['save']],
    [{ times: 0 }, [], ['save']],
    [{ times: 1 }, ['save'], []],
    [{ times: 2 }, ['save'], []],
    [{ times: { min: 1 } }, ['save'], ['save']],
    [{ times: { min: 0 } }, [], ['save']],
    [{ times: { min: 2 } }, ['save'], []],
    [{ times: { max: 3 } }, [], []],
    [{ succeeded: true }, ['save'], []],
    [{ value: { name: 'save', arguments: {} } }, ['save'], []],
  ])('tool_called with %j needs %j, and is about %j as a whole', (parts, needed, whole) => {
    const assertion = toolCalledAssertion(parts);
    if (assertion.type !== 'tool_called') throw new Error('no call');
    expect([listRequiredTools(assertion), listToolsMatchedByAnyCall(assertion)]).toEqual([needed, whole]);
  });

  it.each<[JsonObject, ToolCall, boolean | undefined]>([
    [{ type: 'tool_called', value: 'save' }, { tool: 'save' }, true],
    [{ type: 'tool_called', value: 'save' }, { tool: 'keep' }, false],
    [{ type: 'tool_called', value: ['save', 'keep'] }, { tool: 'keep' }, true],
    [{ type: 'tool_called', name: 'save', arguments: { id: 1 } }, { tool: 'save', arguments: { id: 1, x: 2 } }, true],
    [{ type: 'tool_called', name: 'save', arguments: { id: 1 } }, { tool: 'save', arguments: { id: 2 } }, false],
    [
      { type: 'tool_called', name: 'save', arguments: { id: 1 }, arguments_match: 'exact' },
      { tool: 'save', arguments: { id: 1, x: 2 } },
      false,
    ],
    [{ type: 'tool_called', value: 'save', succeeded: true }, { tool: 'save', error: 'full' }, false],
    [{ type: 'tool_called', value: 'save', succeeded: true }, { tool: 'save', error: '' }, true],
    [{ type: 'tool_called', value: 'save', succeeded: false }, { tool: 'save', error: 'full' }, true],
    [{ type: 'tool_called', value: 'save', times: 1 }, { tool: 'save' }, undefined],
    [{ type: 'tool_called', value: 'save', negate: true }, { tool: 'save' }, undefined],
    [{ type: 'tool_result', value: { tool: 'save' } }, { tool: 'save' }, true],
    [{ type: 'tool_result', value: { tool: 'save' } }, { tool: 'save', error: 'full' }, false],
    [{ type: 'tool_result', value: { tool: 'save', result: 'ok' } }, { tool: 'save', result: 'no' }, false],
    [{ type: 'tool_result', value: { tool: 'save', result: 'ok' } }, { tool: 'keep', result: 'ok' }, false],
    [{ type: 'contains', value: 'save' }, { tool: 'save' }, undefined],
  ])('%j is satisfied by %j: %s', (source, call, isSatisfied) => {
    expect(createSatisfyingCallTest(assertionSchema.parse(source))?.(call)).toBe(isSatisfied);
  });

  it.each<[JsonObject, boolean, boolean]>([
    [{ type: 'contains', value: 'save' }, false, false],
    [{ type: 'tool_called', value: 'save' }, true, false],
    [{ type: 'tool_result', value: { tool: 'save' } }, true, false],
    [{ type: 'tools', match: 'any_order', calls: [{ name: 'save' }, { name: 'other' }] }, true, false],
    [{ type: 'tools', match: 'in_order', calls: [{ name: 'other' }], ignore: ['ke*'] }, false, true],
    [{ type: 'tools', match: 'exactly', calls: [] }, true, true],
    [{ type: 'tools', match: 'only', calls: [] }, true, true],
  ])('%j says something about a call of save: %s, of keep: %s', (source, ofSave, ofKeep) => {
    const assertion = assertionSchema.parse(source);
    expect(['save', 'keep'].map((tool) => checksCall(assertion, { tool }))).toEqual([ofSave, ofKeep]);
  });

  it.each<[JsonObject, string[]]>([
    [{ type: 'contains', value: '' }, ['value']],
    [{ type: 'contains', value: ['a'] }, ['value']],
    [{ type: 'contains', value: { a: 1 } }, ['value']],
    [{ type: 'contains', value: 5 }, []],
    [{ type: 'contains', value: true }, []],
    [{ type: 'contains', value: null }, ['value']],
    [{ type: 'not_contains', value: '' }, ['value']],
    [{ type: 'regex', value: '' }, ['value']],
    [{ type: 'regex', pattern: '' }, ['pattern']],
    [{ type: 'json_path', path: 'a', value: 1 }, []],
    [{ type: 'tool_called', value: 'a', arguments_match: 'exact' }, ['arguments_match']],
    [{ type: 'tool_called', value: 'a', arguments_match: 'exact', unordered: true }, ['arguments_match', 'unordered']],
    [{ type: 'tool_called', name: 'a', arguments: { b: 1 }, unordered: true }, []],
    [{ type: 'tool_result', value: { tool: 't', result: 'regex:(' } }, ['value']],
    [{ type: 'tool_result', value: { tool: 't', result: '(' } }, []],
    [
      {
        type: 'tools',
        match: 'exactly',
        calls: [
          { name: 't', result: 'regex:(' },
          { name: 't', result: 'regex:[' },
        ],
      },
      ['calls'],
    ],
    [{ type: 'tools', match: 'exactly', calls: [{ name: 't' }] }, []],
    [{ type: 'state', path: 'a[', value: 1 }, ['path']],
    [{ type: 'state', use: 'agents:a' }, ['use']],
    [{ type: 'state', equals: 1 }, []],
    [{ type: 'snapshot', path: 'a[' }, ['path']],
    [{ type: 'snapshot', negate: true }, ['negate']],
    [{ type: 'snapshot' }, []],
    [{ type: 'script', script: 'Check' }, ['script']],
    [{ type: 'script', use: 'Check' }, ['use']],
    [{ type: 'script', use: 'scripts:a/b' }, []],
  ])('%j has mistakes in %j', (source, fields) => {
    expect(checkAssertion(assertionSchema.parse(source)).map(({ field }) => field)).toEqual(fields);
  });
});

describe('texts that mean the same', () => {
  it.each<[string, LeniencyOptions, string, boolean]>([
    ['A b', { ignore_case: true }, 'a B', true],
    ['A b', {}, 'a B', false],
    ['a  b\n', { ignore_space: true }, 'ab', true],
    ['a  b', { ignore_case: true }, 'ab', false],
    ['1,497.650', { numbers: true }, '1497.65', true],
    ['1,497.65', { ignore_space: true }, '1497.65', false],
    ['007', { numbers: true }, '7', true],
    ['-07', { numbers: true }, '-7', true],
    ['3-5', { numbers: true }, '3-05', true],
    ['0.50', { numbers: true }, '0.5', true],
    ['5.0', { numbers: true }, '5', true],
    ['1,23', { numbers: true }, '123', false],
  ])('%j with %j is %j: %s', (left, leniency, right, areSame) => {
    expect(normalizeTextLeniently(left, leniency) === normalizeTextLeniently(right, leniency)).toBe(areSame);
  });

  it.each<[Json, LeniencyOptions, Json, boolean]>([
    [5, { numbers: true }, '5.0', true],
    [5, { ignore_case: true }, '5', false],
    [[1, { a: 2 }], { numbers: true }, ['1', { a: '2' }], true],
    [{ a: 'X', n: null, t: true }, { ignore_case: true }, { a: 'x', n: null, t: true }, true],
    [{ a: null, t: true }, { numbers: true }, { a: null, t: true }, true],
    ['a b', { ignore_space: true }, 'ab', true],
    ['A', {}, 'a', false],
  ])('value %j with %j is %j: %s', (left, leniency, right, areSame) => {
    expect(
      JSON.stringify(normalizeValueLeniently(left, leniency)) ===
        JSON.stringify(normalizeValueLeniently(right, leniency)),
    ).toBe(areSame);
  });

  it.each([
    ['get_order', 'get_*', true],
    ['get_order', '*_order', true],
    ['get_order', '*', true],
    ['get_order', 'get_order', true],
    ['get_order', 'get', false],
    ['get_order', 'et_*', false],
    ['get_order', '*_orde', false],
    ['get_order', 'get*or*er', true],
    ['get_order', 'get*xx*er', false],
    ['get_order', 'get_order*order', false],
    ['aa', 'a*a', true],
    ['a', 'a*a', false],
    ['srv__save', 'srv*save', true],
    ['srv.save', 'srv.*', true],
  ])('the name %s is like %s: %s', (name, glob, isLike) => {
    const [, server, tool = name] = /^(srv)(?:__|\.)(\w+)$/.exec(name) ?? [];
    expect(matchesToolGlob({ tool, ...(server === undefined ? {} : { server }) }, glob)).toBe(isLike);
    expect(matchesToolGlob({ tool: name, server: '' }, glob)).toBe(isLike);
  });
});
