import { readFile } from 'node:fs/promises';
import type { TestCase } from '../contract/index.ts';
import { caseHash } from './case-hash.ts';
import { type CaseInspection, type ParsedCases, parseCases } from './parse-cases.ts';
import { InputError, inputErrorOf, type Problem } from './problem.ts';
import { readFailure } from './read-failure.ts';

export type LoadedCases = { cases: TestCase[]; warnings: Problem[] };

/**
 * Reads a case file: JSON lines, or a list in a `.json` file. `displayName` is how messages call it.
 * @throws InputError with every problem of the file, or because it cannot be read.
 */
export async function loadCaseFile(path: string, displayName: string): Promise<LoadedCases> {
  const { cases, problems, warnings } = await readCaseFile(path, displayName);
  if (problems.length > 0) throw inputErrorOf(problems);
  return { cases, warnings };
}

/**
 * Reads a case file and everything that is wrong with it. `inspect` looks for more than the file alone can tell.
 * @throws InputError because it cannot be read.
 */
export async function readCaseFile(path: string, displayName: string, inspect?: CaseInspection): Promise<ParsedCases> {
  const text = decode(await readBytes(path, displayName), displayName);
  const source = { text, file: displayName, hashOf: caseHash };
  return parseCases(inspect === undefined ? source : { ...source, inspect });
}

async function readBytes(path: string, displayName: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new InputError(`cannot read ${displayName}: ${readFailure(error)}`, [], { cause: error });
  }
}

function decode(bytes: Uint8Array, displayName: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InputError(`${displayName} is not UTF-8 text`, [], { cause: error });
  }
}
