import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishedRun } from '@/runner/testing/finished-run';
import { experimentResult } from '@/runner/testing/measured-results';
import { buildBins, listScorePoints, type ScorePoint, sampleEvenly } from './score-chart-model';

const range = { min: 0, max: 1 };
const scorePoints = (scores: readonly (number | null)[]): ScorePoint[] => {
  const results = scores.map((score, position) =>
    experimentResult({
      id: `row-${position}`,
      scores: [{ metric: 'tone', position: 0, score, passed: score !== null && score <= 1, range }],
    }),
  );
  return listScorePoints(finishedRun(results).state.rows, 'tone');
};

describe('the scores of a chart', () => {
  it('are there lowest first, without those that are none', () => {
    const points = scorePoints([0.5, null, 0.1]);
    expect(points.map(({ place, score, row }) => [place, score, row.id])).toEqual([
      [1, 0.1, 'row-2'],
      [2, 0.5, 'row-0'],
    ]);
  });

  it('are thinned out evenly, with the lowest and the highest', () => {
    const points = scorePoints(Array.from({ length: 1000 }, (_, position) => position / 1000));
    const sampledPoints = sampleEvenly(points, 11);
    expect(sampledPoints.map(({ score }) => score)).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.599, 0.699, 0.799, 0.899, 0.999,
    ]);
    expect(sampleEvenly(points.slice(0, 3), 11)).toHaveLength(3);
  });

  it('fall into bins that begin with their lower end, all of them', () => {
    const bins = buildBins(scorePoints([0, 0.1, 0.3, 0.1 + 0.2, 1]), 10);
    expect(bins.map(({ passed }) => passed)).toEqual([1, 1, 0, 2, 0, 0, 0, 0, 0, 1]);
    expect(buildBins(scorePoints([-1, 3]), 4).map(({ from, passed, failed }) => [from, passed, failed])).toEqual([
      [-1, 1, 0],
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 1],
    ]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { maxLength: 40 }), (scores) => {
        const pointCount = buildBins(scorePoints(scores), 20).reduce(
          (sum, { passed, failed }) => sum + passed + failed,
          0,
        );
        expect(pointCount).toBe(scores.length);
      }),
    );
  });
});
