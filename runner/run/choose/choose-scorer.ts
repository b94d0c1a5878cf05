import type { ExperimentSuite } from '../../inputs/experiments/read-experiments.ts';
import { nearest } from '../../values/index.ts';
import type { LoadedSuites } from '../load.ts';
import type { TestOptions } from '../test-options.ts';
import { NothingToRun } from '../usage-error.ts';

/** Applies `--scorer` to the suites. Throws if nothing is left, or if every row of the tables is disabled. */
export function chooseScorer(
  suites: LoadedSuites['suites'],
  tables: readonly ExperimentSuite[],
  { scorer: wanted, input }: TestOptions,
): Pick<LoadedSuites, 'suites' | 'disabled'> {
  const known = [...new Set(tables.map(({ scorer }) => scorer))];
  if (wanted !== undefined && !known.includes(wanted)) throw unknownScorer(wanted, known, input);
  const chosen = suites.filter(({ suite }) => wanted === undefined || suite.scorer === wanted);
  const disabled = tables
    .filter(({ scorer }) => wanted === undefined || scorer === wanted)
    .reduce((sum, table) => sum + table.disabled, 0);
  if (disabled > 0 && chosen.every(({ cases }) => cases.length === 0)) {
    const rows = disabled === 1 ? `the only row of ${input} is` : `all ${disabled} rows of ${input} are`;
    throw new NothingToRun(`nothing to run: ${rows} disabled`, [
      'Write TRUE in the column "enabled" of those that should run.',
    ]);
  }
  return { suites: chosen, disabled };
}

/** The rows of a table that are for some types, in its order. Throws for a type that it does not have. */
export function ofTypes(
  table: readonly ExperimentSuite[],
  types: readonly string[] | undefined,
  name: string,
): readonly ExperimentSuite[] {
  if (types === undefined) return table;
  const known = table.map(({ scorer }) => scorer);
  for (const type of types) if (!known.includes(type)) throw unknownScorer(type, known, name);
  return table.filter(({ scorer }) => types.includes(scorer));
}

function unknownScorer(wanted: string, known: readonly string[], input: string): NothingToRun {
  if (known.length === 0) {
    return new NothingToRun(`--scorer ${wanted}: ${input} has no table of experiments (.csv) to choose from`);
  }
  const near = nearest(wanted, known);
  return new NothingToRun(`nothing to run: no row of ${input} has the scorer_type "${wanted}"`, [
    `it has ${known.join(', ')}`,
    ...(near === undefined ? [] : [`did you mean "${near}"?`]),
  ]);
}
