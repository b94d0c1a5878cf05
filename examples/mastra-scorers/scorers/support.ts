import { createScorer } from '@mastra/core/evals';
import { checks } from '@mastra/evals/checks';
import { createKeywordCoverageScorer } from '@mastra/evals/scorers/prebuilt';

/** The share of the ground truth's words in the output. Accepts texts and agent messages. */
const truthCoverage = createScorer({
  id: 'truth-coverage',
  description: 'How much of the ground truth is said',
})
  .generateScore(({ run }) => {
    const said = new Set(wordsOf(textOf(run.output)));
    const wanted = wordsOf(String(run.groundTruth));
    return wanted.filter((word) => said.has(word)).length / wanted.length;
  })
  .generateReason(({ run, score }) => `${Math.round(score * 100)} % of "${run.groundTruth}"`);

export default [truthCoverage, createKeywordCoverageScorer(), checks.excludes('guess')];

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
