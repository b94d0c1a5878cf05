import { Notice } from '@/components/ui/notice';
import type { CaseRow } from '@/runner/fold';
import { groupScoresByTag } from '@/runner/verdict';
import { listScorePoints } from './score-chart-model';
import { ScoreDistributionChart } from './score-distribution-chart';
import { ScoreRangeChart } from './score-range-chart';
import { listScorers } from './score-table-model';
import { TagRateChart } from './tag-rate-chart';

type Props = { rows: readonly CaseRow[]; hrefOf: (row: CaseRow) => string };

/** Charts of a run's scores: the expected ranges and the distribution of each scorer, then the rates by tag. */
export function ScoreCharts({ rows, hrefOf }: Props) {
  const scorers = listScorers(rows)
    .map((scorer) => ({ scorer, points: listScorePoints(rows, scorer) }))
    .filter(({ points }) => points.length > 0);
  const tags = groupScoresByTag(rows);
  if (scorers.length === 0) return <Notice title="There are no scores yet." />;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26rem,100%),1fr))] items-start gap-4 p-4">
      {scorers.map(({ scorer, points }) => [
        <ScoreRangeChart key={`range-${scorer}`} scorer={scorer} points={points} hrefOf={hrefOf} />,
        <ScoreDistributionChart key={`spread-${scorer}`} scorer={scorer} points={points} />,
      ])}
      {tags.length > 0 && <TagRateChart tags={tags} />}
    </div>
  );
}
