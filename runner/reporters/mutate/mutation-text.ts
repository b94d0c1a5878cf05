import { labelText } from '../../format/index.ts';
import { decimalPercent, plural } from '../../values/index.ts';
import { stripControls } from '../console/shorten-text.ts';
import { type MutatedCase, type MutationReport, type MutationScore, mutationScore } from './mutation-report.ts';

/** Returns the mutations that cases did not detect, for a terminal. */
export function mutationText({ cases, notRecorded }: MutationReport): string {
  const changed = cases.filter(({ problem }) => problem === undefined);
  const broken = cases.filter(({ problem }) => problem !== undefined);
  const total = mutationScore(changed);
  const lines = [
    ...changed.flatMap(caseLines),
    '',
    `Caught ${scoreText(total)} in ${plural(changed.length, 'recorded conversation')}`,
    ...skippedCaseLines(changed),
    ...broken.map(
      ({ caseId, source, problem }) =>
        `Not mutated, because it does not pass: [${labelText(caseId)}] ${source}: ${problem}`,
    ),
    ...(notRecorded.length === 0 ? [] : [`No passed conversation is recorded for: ${notRecorded.join(', ')}`]),
  ];
  return lines.map((line) => `${stripControls(line)}\n`).join('');
}

function caseLines(mutated: MutatedCase): string[] {
  const missed = mutated.mutations.filter(({ caught }) => !caught);
  return [
    `[${labelText(mutated.caseId)}] caught ${scoreText(mutationScore([mutated]))}`,
    ...missed.flatMap(({ turn, what, fix }) => [
      `  turn ${turn}: ${what}: no check fails`,
      ...(fix === undefined ? [] : [`    add ${JSON.stringify(fix).slice(1, -1)}`]),
    ]),
  ];
}

function scoreText({ caught, all }: MutationScore): string {
  return all === 0 ? '0 of 0' : `${caught} of ${all} (${decimalPercent(caught / all)})`;
}

/** Lists the checks that were left out, because a case may look weaker without them. */
function skippedCaseLines(cases: readonly MutatedCase[]): string[] {
  const checks = new Set(cases.flatMap(({ leftOut }) => leftOut));
  if (checks.size === 0) return [];
  return [`Not checked and assumed to pass, because they need a model, a script or a run: ${[...checks].join('; ')}`];
}
