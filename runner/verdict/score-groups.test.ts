import { describe, expect, it } from 'vitest';
import { computeDistanceFromRange } from '../fold/index.ts';
import { finishedRun } from '../testing/finished-run.ts';
import { experimentResult } from '../testing/measured-results.ts';
import { groupScoresByMetadata, groupScoresByTag } from './score-groups.ts';

describe('scores by tag and metadata', () => {
  const { rows } = finishedRun([
    experimentResult(),
    experimentResult({ id: 'b', tags: ['spanish', 'spanish'], metadata: { difficulty: 'hard', size: 3 } }),
    experimentResult({ id: 'broken', status: 'error', scores: [], error: 'agent error', tags: ['greeting'] }),
    experimentResult({ id: 'left-out', status: 'skipped', scores: [], tags: ['never'], metadata: { difficulty: '' } }),
  ]).state;

  it('count every score once for each tag of its case, and an attempt without any as not passed', () => {
    expect(groupScoresByTag(rows)).toEqual([
      { name: 'spanish', passed: 2, total: 4 },
      { name: 'greeting', passed: 1, total: 3 },
    ]);
  });

  it('count by column and value, and leave out what was not judged or is not a text', () => {
    expect(groupScoresByMetadata(rows)).toEqual([
      {
        column: 'difficulty',
        groups: [
          { name: 'easy', passed: 1, total: 3 },
          { name: 'hard', passed: 1, total: 2 },
        ],
      },
    ]);
  });

  it('leave out what was not scorable', () => {
    const scores = [{ metric: 'tone', position: 0, score: null, passed: false, notScorable: true as const }];
    const silent = finishedRun([experimentResult({ status: 'skipped', scores })]).state.rows;
    expect(groupScoresByTag(silent)).toEqual([]);
  });

  it('count by the columns that are asked for', () => {
    expect(groupScoresByMetadata(rows, ['difficulty']).map(({ column }) => column)).toEqual(['difficulty']);
    expect(groupScoresByMetadata(rows, [])).toEqual([]);
  });
});

describe('the distance of a score from its range', () => {
  it.each([
    [0.9, 0],
    [0.8, 0],
    [1, 0],
    [0.5, -0.3],
    [1.5, 0.5],
  ])('of %s is %s', (score, distance) =>
    expect(computeDistanceFromRange(score, { min: 0.8, max: 1 })).toBeCloseTo(distance),
  );

  it.each([null, Number.NaN, Number.POSITIVE_INFINITY])('of %s is none', (score) =>
    expect(computeDistanceFromRange(score, { min: 0, max: 1 })).toBeNull(),
  );
});
