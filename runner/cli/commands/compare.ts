import { plural } from '../../../lib/format/index.ts';
import { comparisonJson } from '../../reporters/comparison/comparison-json.ts';
import { comparisonMarkdown } from '../../reporters/comparison/comparison-markdown.ts';
import { comparisonText } from '../../reporters/comparison/comparison-text.ts';
import { comparedState } from '../../run/stored/compared-state.ts';
import type { Terminal } from '../../run/terminal.ts';
import { compareRuns, type RunComparison } from '../../verdict/index.ts';

export type CompareFlags = { app?: string; db?: string; format: 'text' | 'json' | 'md'; failOnRegression?: boolean };

const formats: Readonly<Record<CompareFlags['format'], (comparison: RunComparison) => string>> = {
  text: comparisonText,
  json: comparisonJson,
  md: comparisonMarkdown,
};

/** `runner compare`: what changed from one run to another. Each is a run of the history, or a report. */
export function runCompareCommand(runs: readonly [string, string], flags: CompareFlags, terminal: Terminal): number {
  const [before, after] = runs.map((reference) => comparedState(reference, flags, terminal));
  if (before === undefined || after === undefined) return 1;
  const comparison = compareRuns(before, after);
  terminal.stdout.write(formats[flags.format](comparison));
  if (flags.failOnRegression !== true || comparison.regressed === 0) return 0;
  const ids = comparison.cases.filter(({ regressed }) => regressed).map(({ id }) => id);
  const named = ids.length > 10 ? `${ids.slice(0, 10).join(', ')} and ${ids.length - 10} more` : ids.join(', ');
  terminal.stderr.write(`runner: exit 1: ${plural(ids.length, 'regression')}: ${named}\n`);
  return 1;
}
