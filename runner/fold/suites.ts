import type { Suite } from '../contract/index.ts';

/**
 * Returns the agents, agent paths and connectors of all suites of a run, each joined to one text. Each name occurs
 * once.
 */
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

/** Returns the key of the suite that a table of experiments forms for one scorer type: `tests/cases.csv#toxicity`. */
export function toTableSuiteKey(file: string, scorer: string): string {
  return `${file}#${scorer}`;
}

/** Returns the file of a suite and, for a table, the scorer type of the rows that belong to the suite. */
export function parseSuiteKey(key: string): { file: string; scorer?: string } {
  const { file = key, scorer } = /^(?<file>.*?\.csv)#(?<scorer>.+)$/is.exec(key)?.groups ?? {};
  return scorer === undefined ? { file } : { file, scorer };
}
