import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerSample, Score } from '../../runner/contract';
import { caseResult } from '../../runner/testing/finished-run';
import {
  findDecisiveVerdict,
  findPickedVerdict,
  groupVerdictsByMetric,
  listVerdictUrlKeys,
  sortSamples,
  verdictsOfSample,
  verdictUrlKey,
} from './verdict-model';

const ring = [pair('2', '3', 0), pair('1', '2', 1), pair('10', '1', 1), pair('3', '10', 0)];
const recall = { ...single('2'), position: 1, metric: 'context_recall' };

describe('the verdicts of a case', () => {
  it('are grouped by metric and come in the order of the answers, whenever they arrived', () => {
    const [similarity, contexts] = groupVerdictsByMetric({ scores: [recall, ...ring] });
    expect(similarity).toMatchObject({ position: 0, metric: 'similarity', result: undefined, singles: [] });
    expect(similarity?.pairs.map(({ samples }) => samples)).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['3', '10'],
      ['10', '1'],
    ]);
    expect(contexts).toMatchObject({ position: 1, metric: 'context_recall', pairs: [], singles: [recall] });
  });

  it('have the figure of their metric when the case has ended', () => {
    const result = caseResult({ metrics: [{ type: 'similarity', kind: 'accuracy', score: 0.5, records: 4 }] });
    expect(groupVerdictsByMetric({ scores: ring, result })[0]?.result).toMatchObject({ score: 0.5, records: 4 });
  });

  it('are found by what the address says of them, each by a name of its own', () => {
    const scores = [...ring, recall];
    expect(new Set(scores.map(verdictUrlKey)).size).toBe(scores.length);
    for (const score of scores) expect(findPickedVerdict(scores, verdictUrlKey(score))).toBe(score);
    expect(findPickedVerdict(scores, null)).toBeUndefined();
    expect(findPickedVerdict(scores, '7:1~2')).toBeUndefined();
  });

  it('are gone through metric by metric', () => {
    expect(listVerdictUrlKeys(attempt([recall, ...ring]))).toEqual(['0:1~2', '0:2~3', '0:3~10', '0:10~1', '1:2']);
  });

  it('show the first that did not pass, but only when all have been given', () => {
    expect(findDecisiveVerdict(attempt(ring))).toBeUndefined();
    expect(findDecisiveVerdict({ ...attempt(ring), result: caseResult() })?.samples).toEqual(['2', '3']);
    expect(findDecisiveVerdict({ ...attempt([pair('1', '2', 1)]), result: caseResult() })?.samples).toEqual(['1', '2']);
    expect(findDecisiveVerdict({ ...attempt([]), result: caseResult() })).toBeUndefined();
  });

  it('stand with both answers of a pair', () => {
    expect(verdictsOfSample(ring, '10').map(({ samples }) => samples)).toEqual([
      ['3', '10'],
      ['10', '1'],
    ]);
    expect(verdictsOfSample([pair('1', '1', 1)], '1')).toHaveLength(1);
    expect(verdictsOfSample([{ ...single('1'), samples: undefined }], '1')).toEqual([]);
  });
});

describe('answers', () => {
  it('are in the order in which they were asked for, whatever order they arrive in', () => {
    const labels = ['1', '2', '3.1', '3.2', '3.10', '10', '11'];
    fc.assert(
      fc.property(fc.shuffledSubarray(labels, { minLength: labels.length }), (shuffled) => {
        expect(sortSamples(shuffled.map(sample)).map(({ label }) => label)).toEqual(labels);
      }),
    );
  });
});

function pair(left: string, right: string, score: number): Score {
  return { metric: 'similarity', position: 0, score, passed: score === 1, samples: [left, right] };
}

function single(label: string): Score {
  return { metric: 'correctness', position: 0, score: 1, passed: true, samples: [label] };
}

function sample(label: string): AnswerSample {
  return { label, output: 'yes', startedAt: 0, durationMs: 1 };
}

function attempt(scores: Score[]): Parameters<typeof listVerdictUrlKeys>[0] {
  return {
    suiteKey: 'a.agent.yml',
    caseId: 'test-1',
    attempt: 1,
    seq: 1,
    status: 'running',
    turns: [],
    calls: [],
    tools: [],
    checkpointChecks: [],
    assertions: [],
    samples: [],
    scores,
    logs: [],
    faults: [],
    waits: [],
  };
}
