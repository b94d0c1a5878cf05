import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun, formatDecimalPercent } from '../../values/index.ts';
import { stripControlCharacters } from '../console/shorten-text.ts';
import { computeMutationScore, type MutatedCase, type MutationReport, type MutationScore } from './mutation-report.ts';

/** Returns the mutations that cases did not detect, for a terminal. */
export function formatMutationText({ cases, notRecorded }: MutationReport): string {
  const changed = cases.filter(({ problem }) => problem === undefined);
  const broken = cases.filter(({ problem }) => problem !== undefined);
  const total = computeMutationScore(changed);
  const lines = [
    ...changed.flatMap(formatCaseLines),
    '',
    `Mistakes caught: ${formatMutationScore(total)} in ${formatCountWithNoun(changed.length, 'recorded conversation')}`,
    ...formatSkippedCaseLines(changed),
    ...broken.map(
      ({ caseId, source, problem }) =>
        `Not mutated, because it does not pass: [${formatAsSingleLine(caseId)}] ${source}: ${problem}`,
    ),
    ...(notRecorded.length === 0 ? [] : [`No passed conversation is recorded for: ${notRecorded.join(', ')}`]),
  ];
  return lines.map((line) => `${stripControlCharacters(line)}\n`).join('');
}

function formatCaseLines(mutated: MutatedCase): string[] {
  const missed = mutated.mutations.filter(({ caught }) => !caught);
  return [
    `[${formatAsSingleLine(mutated.caseId)}] caught ${formatMutationScore(computeMutationScore([mutated]))}`,
    ...missed.flatMap(({ turn, what, fix }) => [
      `  turn ${turn}: ${what}: no check fails`,
      ...(fix === undefined ? [] : [`    add ${JSON.stringify(fix).slice(1, -1)}`]),
    ]),
  ];
}

function formatMutationScore({ caught, all }: MutationScore): string {
  return all === 0 ? '0 of 0' : `${caught} of ${all} (${formatDecimalPercent(caught / all)})`;
}

/** Lists the checks that were left out of the mutation test, because a case may look weaker without them. */
function formatSkippedCaseLines(cases: readonly MutatedCase[]): string[] {
  const checks = new Set(cases.flatMap(({ leftOut }) => leftOut));
  if (checks.size === 0) return [];
  return [`Not checked and assumed to pass, because they need a model, a script or a run: ${[...checks].join('; ')}`];
}
