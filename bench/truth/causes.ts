import type { CaseResult } from '../../runner/contract/index.ts';
import { plantedFaults } from '../../runner/testing/planted/planted-faults.ts';
import { type PlantedRun, runPlantedFault } from '../../runner/testing/planted/run-planted.ts';
import { diagnoseCause } from '../../runner/verdict/index.ts';
import { type Cell, MISSED_MARK } from './table.ts';

/** Compares, for agents with planted errors, the turn of the error with the turn that the diagnosis names. */
export async function checkNamedCauses(): Promise<Cell[][]> {
  const played = await Promise.all(plantedFaults.map(runPlantedFault));
  return [...played.flatMap((each) => rowsOf(each, each.passed)), ...played.flatMap((each) => rowsOf(each))];
}

function rowsOf({ planted, announced, failures }: PlantedRun, passed?: CaseResult): Cell[][] {
  const { name, kind, suite, isVaried } = planted;
  return failures.map(({ result, turn }) => {
    const cause = diagnoseCause(result, passed, { ...announced, suiteKey: suite });
    const words = isVaried ? 'differ' : 'same';
    const isMissed = passed !== undefined && cause?.turn !== turn;
    const beside = passed === undefined ? 'nothing' : 'last pass';
    return [name, kind, words, beside, turn, cause?.turn ?? '-', cause?.sentence ?? '', isMissed ? MISSED_MARK : ''];
  });
}
