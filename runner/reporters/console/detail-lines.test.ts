import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { consistencyResult, experimentResult } from '../../testing/measured-results.ts';
import { diagnose } from '../../verdict/index.ts';
import { formatDetailLines } from './detail-lines.ts';
import { listFailureDetails } from './failure-lines.ts';
import { createStyleText } from './style-text.ts';

const plain = createStyleText(false);
const formatDetails = ({ samples = [], scores = [], ...result }: CaseResult): string =>
  formatDetailLines({ ...result, samples, scores, turns: [], checkpoints: [], logs: [] }, plain).join('\n');

describe('the details of an attempt', () => {
  it('have every answer with its tool calls, and what the judge said of each pair', () => {
    const text = formatDetails(consistencyResult());
    expect(text).toContain('  Answer 3 (100ms)\n      count_users() → 12\n      13 users\n');
    expect(text).toContain('  ✓ answers 1 and 2: 1, A: Both say twelve.\n  ✗ answers 2 and 3: 0, B: Twelve is not');
    expect(text).toContain('  ✗ answers 3 and 1: the judge did not answer\n  Similarity: 50.0% over 2 verdicts\n');
  });

  it('have what the agent stopped for, and what it was told', () => {
    const pay = { message: 'Pay 5?', tool: 'pay', arguments: { amount: 5 } };
    const turn = {
      turn: 1,
      origin: 'case' as const,
      input: 'Pay!',
      checkpointsReached: [],
      startedAt: 0,
      durationMs: 1,
    };
    const interrupted = {
      ...turn,
      response: { content: 'Paid.', toolCalls: [] },
      interrupts: [{ ...pay, answeredBy: 'approve' as const }],
    };
    const lines = formatDetailLines(
      { toolCalls: [], assertions: [], samples: [], scores: [], turns: [interrupted], checkpoints: [], logs: [] },
      plain,
    );
    expect(lines.join('\n')).toContain(
      '  user: Pay!\n  agent asks: Pay 5? pay({"amount":5}) → approved\n  agent: Paid.\n',
    );
  });

  it('have every score with its range, and the ground truth', () => {
    const text = formatDetails(experimentResult());
    expect(text).toContain('  ground truth: Hola, ¿cómo estás?\n');
    expect(text).toContain('  ✗ language: 0.25, expected 0.8-1, 0.55 below: Answered in English.\n');
  });
});

describe('a part of the details', () => {
  const nothing = {
    toolCalls: [],
    assertions: [],
    samples: [],
    scores: [],
    turns: [],
    checkpoints: [],
    logs: [],
  };
  const { samples = [], scores = [], metrics = [] } = consistencyResult();
  const checkpoint = { id: 'c', after: [], required: true, reached: true, outOfOrderAtTurns: [], passed: true };
  const titles = ['Conversation', 'Checkpoints', 'Assertions', 'State', 'Answers', 'Verdicts', 'Log'];

  it.each<[string[], Partial<Parameters<typeof formatDetailLines>[0]>]>([
    [[], {}],
    [['Conversation'], { output: 'hello' }],
    [['Checkpoints'], { checkpoints: [checkpoint] }],
    [['Assertions'], { assertions: [{ type: 'contains', status: 'passed' }] }],
    [['State'], { state: { final: { paid: true }, changes: [] } }],
    [['Answers'], { samples }],
    [['Verdicts'], { scores }],
    [['Verdicts'], { metrics }],
    [['Log'], { logs: [{ source: 'script', text: 'x' }] }],
  ])('has a title only where there is something: %j', (expected, parts) => {
    const lines = formatDetailLines({ ...nothing, ...parts }, plain).map((line) => line.trim());
    expect(titles.filter((title) => lines.includes(title))).toEqual(expected);
  });
});

describe('the failure of an attempt', () => {
  it('names the scores that did not pass, and how many there are beside the first ten', () => {
    const { scores = [] } = experimentResult();
    const twelve = Array.from({ length: 12 }, () => scores).flat();
    const result = experimentResult({ scores: twelve, error: 'twelve scores are out of range' });
    const diagnosis = diagnose(result, { suiteKey: 'cases.csv' });
    const lines = diagnosis === undefined ? [] : listFailureDetails({ result, diagnosis });
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('language: 0.25, expected 0.8-1, 0.55 below: Answered in English.');
    expect(lines.at(-1)).toBe('… and 2 more');
  });
});
