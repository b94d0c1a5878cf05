import path from 'node:path';
import type { CaseKind } from '../contract/index.ts';
import { parseSuiteKey } from '../fold/index.ts';
import { listSelectedCases, maskSecretsInOutput } from '../run/index.ts';
import { parseSuiteOptions } from './read-suite-options.ts';
import type { SuiteOptions } from './suite-options.ts';
import { toTurntreeError } from './turntree-error.ts';

/** A case that a run would select. */
export type SuiteCase = {
  id: string;
  name?: string | undefined;
  kind: CaseKind;
  tags: readonly string[];
  /** True if the case is marked with `skip`. */
  skip: boolean;
  /** The id of the agent that answers. */
  agent: string;
  /** The suite, relative to the workspace. */
  suite: string;
  /** The absolute path of the case file, and the line of the case, from 1. */
  file: string;
  line?: number | undefined;
};

/**
 * Reads case files and returns the cases that a run with these options would select, in order. Calls no agent and
 * writes nothing. Rejects with a `TurntreeError`, whose `problems` are the mistakes in the files with their positions.
 */
export async function loadSuite(inputs: string | readonly string[], options: SuiteOptions = {}): Promise<SuiteCase[]> {
  try {
    const { request, terminal, signal } = parseSuiteOptions(inputs, options, 'loadSuite');
    const { root, cases } = await listSelectedCases(request, maskSecretsInOutput(terminal), signal);
    return cases.map((suiteCase) => ({ ...suiteCase, file: path.resolve(root, parseSuiteKey(suiteCase.suite).file) }));
  } catch (error) {
    throw toTurntreeError(error);
  }
}
