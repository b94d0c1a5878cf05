import { readFile } from 'node:fs/promises';
import type { TestCase } from '../contract/index.ts';
import { caseHash } from './case-hash.ts';
import { parseCases } from './parse-cases.ts';
import { InputError, inputErrorOf, type Problem } from './problem.ts';
import { readFailure } from './read-failure.ts';

export type LoadedCases = { cases: TestCase[]; warnings: Problem[] };

/**
 * Reads a case file: JSON lines, or a list in a `.json` file. `displayName` is how messages call it.
 * @throws InputError with every problem of the file, or because it cannot be read.
 */
export async function loadCaseFile(path: string, displayName: string): Promise<LoadedCases> {
  const text = decode(await readBytes(path, displayName), displayName);
  const { cases, problems, warnings } = parseCases({ text, file: displayName, hashOf: caseHash });
  if (problems.length > 0) throw inputErrorOf(problems);
  return { cases, warnings };
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
