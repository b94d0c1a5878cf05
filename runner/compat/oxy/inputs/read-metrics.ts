import type { Metric } from '../../../contract/index.ts';
import type { CasePath } from '../../../inputs/finding.ts';
import { warningAtKey } from '../../../inputs/finding.ts';
import { judgeOf, note, type Reading } from './reading.ts';
import type { AuthoredMetric } from './test-schemas.ts';

type Authored = {
  metrics: readonly AuthoredMetric[];
  /** A prompt that stands beside the metrics. */
  prompt?: string | undefined;
  judgeModel?: string | undefined;
  path: CasePath;
};

/** The metrics of an entry with their judges. A prompt of the entry is that of its first metric, which has none. */
export function readMetrics({ metrics, prompt, judgeModel, path }: Authored, reading: Reading): Metric[] {
  const inherited = judgeModel === undefined ? undefined : { name: judgeModel, path: [...path, 'judge_model'] };
  if (prompt !== undefined) note([warningAtKey(['prompt'], whatAboutPrompt(metrics))], path, reading);
  return metrics.map((metric, position): Metric => {
    if (metric.type === 'context_recall') return { type: metric.type, threshold: metric.threshold };
    const own = { name: metric.model_ref, path: [...path, 'metrics', position, 'model_ref'] };
    const named = own.name === undefined ? (inherited ?? own) : own;
    const judge = judgeOf(named.name, named.path, reading);
    const asked = metric.prompt ?? (position === 0 ? prompt : undefined);
    const basis = { judge, prompt: asked };
    return metric.type === 'similarity'
      ? { type: metric.type, ...basis, scores: metric.scores }
      : { type: metric.type, ...basis };
  });
}

function whatAboutPrompt([first]: readonly AuthoredMetric[]): string {
  if (first === undefined || first.type === 'context_recall')
    return '"prompt" is ignored: the first metric asks no judge';
  if (first.prompt !== undefined) return '"prompt" is ignored: the first metric has one of its own';
  return '"prompt" is read as that of the first metric; write it there, as "metrics: [{type: …, prompt: …}]"';
}
