import type { Suite } from '../contract/index.ts';

/** Returns the agents of all suites of a run, joined in order; each agent is named once. */
export function joinSuites(suites: readonly Suite[]): { agentId: string; agentPath?: string; connector?: string } {
  const agentPath = joinDistinct(suites.map((suite) => suite.agentPath));
  const connector = joinDistinct(suites.map((suite) => suite.connector));
  return {
    agentId: joinDistinct(suites.map((suite) => suite.agentId)) ?? '',
    agentPath,
    connector,
  };
}

function joinDistinct(values: readonly (string | undefined)[]): string | undefined {
  const distinctValues = new Set(values.filter((value) => value !== undefined));
  return distinctValues.size === 0 ? undefined : [...distinctValues].join(', ');
}

/** A table of experiments forms one suite for every scorer type: `tests/cases.csv#toxicity`. */
export function toTableSuiteKey(file: string, scorer: string): string {
  return `${file}#${scorer}`;
}

/** Returns the file of a suite and, for a table, the type of the rows that it covers. */
export function parseSuiteKey(key: string): { file: string; scorer?: string } {
  const { file = key, scorer } = /^(?<file>.*?\.csv)#(?<scorer>.+)$/is.exec(key)?.groups ?? {};
  return scorer === undefined ? { file } : { file, scorer };
}
