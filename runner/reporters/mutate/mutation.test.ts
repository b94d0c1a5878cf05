import { describe, expect, it } from 'vitest';
import { toMutationJson } from './mutation-json.ts';
import type { MutatedCase, MutationReport } from './mutation-report.ts';
import { formatMutationText } from './mutation-text.ts';

const noticed = { kind: 'text', turn: 1, what: 'an empty answer', caught: true, reason: 'lacks "hello"' };
const missed = { kind: 'call', turn: 2, what: 'no call of save', caught: false };
const fix = { assert: { type: 'tool_called', value: 'save' } };
const mutated = (parts: Partial<MutatedCase>): MutatedCase => ({
  suiteKey: 'a.jsonl',
  caseId: 'A',
  source: 'run 1, attempt 1',
  leftOut: [],
  mutations: [],
  ...parts,
});
const report: MutationReport = {
  cases: [
    mutated({ mutations: [noticed, missed, { ...missed, fix }], leftOut: ['agent'] }),
    mutated({ caseId: 'B', leftOut: ['agent', 'script'] }),
    mutated({ caseId: 'C', source: 'c.json', problem: 'turn 1 lacks "x"', leftOut: ['state'] }),
  ],
  notRecorded: ['D', 'E'],
};

describe('changed conversations', () => {
  it('are told by what nobody notices, with what was left out', () => {
    expect(formatMutationText(report).split('\n')).toEqual([
      '[A] caught 1 of 3 (33.3%)',
      '  turn 2: no call of save: no check fails',
      '  turn 2: no call of save: no check fails',
      '    add "assert":{"type":"tool_called","value":"save"}',
      '[B] caught 0 of 0',
      '',
      'Mistakes caught: 1 of 3 (33.3%) in 2 recorded conversations',
      'Not checked and assumed to pass, because they need a model, a script or a run: agent; script',
      'Not mutated, because it does not pass: [C] c.json: turn 1 lacks "x"',
      'No passed conversation is recorded for: D, E',
      '',
    ]);
    expect(formatMutationText({ cases: [mutated({ mutations: [noticed] })], notRecorded: [] }).split('\n')).toEqual([
      ...['[A] caught 1 of 1 (100.0%)', '', 'Mistakes caught: 1 of 1 (100.0%) in 1 recorded conversation', ''],
    ]);
  });

  it('are data, with the score of each case in percent and one decimal', () => {
    const { summary, cases, not_recorded } = JSON.parse(toMutationJson(report));
    expect(summary).toEqual({ mutations: 3, caught: 1, score: 33.3 });
    expect(not_recorded).toEqual(['D', 'E']);
    expect(cases).toMatchObject([
      { suite: 'a.jsonl', id: 'A', summary: { mutations: 3, caught: 1 }, left_out: ['agent'] },
      { id: 'B', summary: { mutations: 0, caught: 0, score: null } },
      { id: 'C', source: 'c.json', problem: 'turn 1 lacks "x"' },
    ]);
    expect(cases[0]).not.toHaveProperty('problem');
    expect(cases[0].mutations).toEqual([noticed, missed, { ...missed, fix }]);
  });
});
