import { describe, expect, it } from 'vitest';
import { plantedFaults, plantedKinds } from '../../testing/planted/planted-faults.ts';
import { type PlantedRun, runPlantedFault } from '../../testing/planted/run-planted.ts';
import { diagnoseCause } from './diagnose-cause.ts';

const played = await Promise.all(plantedFaults.map(runPlantedFault));

/**
 * Returns, for each failed conversation, the turn that the diagnosis names, and the turn into which the test put the
 * mistake.
 */
function named({ planted, announced, passed, failures }: PlantedRun) {
  return failures.map(({ result, turn }) => {
    const cause = diagnoseCause(result, passed, { ...announced, suiteKey: planted.suite });
    return { name: planted.name, turn, named: cause?.turn, sentence: cause?.sentence, fingerprint: cause?.fingerprint };
  });
}

describe('twenty agents that are wrong on purpose', () => {
  const causes = played.map(named);

  it('are four of each kind, half of them with a simulator that words everything differently', () => {
    expect(plantedKinds.map((kind) => plantedFaults.filter((fault) => fault.kind === kind).length)).toEqual(
      plantedKinds.map(() => 4),
    );
    expect(plantedFaults.filter(({ isVaried }) => isVaried)).toHaveLength(10);
    for (const { passed, failures } of played) {
      expect(passed.status).toBe('passed');
      expect(failures.map(({ result }) => result.status)).toEqual(['failed', 'failed']);
    }
  });

  it('are wrong in the turn that is named, in both conversations of at least 18', () => {
    const table = causes
      .flat()
      .map(({ name, turn, named: namedTurn, sentence }) => `${name}: T${turn}, named T${namedTurn} (${sentence})`);
    const right = causes.filter((both) => both.every(({ turn, named: namedTurn }) => turn === namedTurn));
    expect(right.length, table.join('\n')).toBeGreaterThanOrEqual(18);
  });

  it('are a cause each, whatever was said and in whichever turn it happened', () => {
    const groups = Map.groupBy(causes.flat(), ({ fingerprint }) => fingerprint);
    expect([...groups.values()].map((group) => group.map(({ name }) => name))).toEqual(
      plantedFaults.map(({ name }) => [name, name]),
    );
  });
});
