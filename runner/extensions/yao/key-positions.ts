import { readFileSync } from 'node:fs';
import { createLocator, createPositions } from '../../inputs/source-position.ts';
import type { FileProblem } from '../../ports/index.ts';
import type { JsonPath } from '../../values/index.ts';

export type FilePosition = Pick<FileProblem, 'file' | 'line' | 'column'>;

/**
 * Returns a function that finds the position of a key's value in a JSON file with comments. For a missing key it
 * returns the position of the innermost existing value on the key's path.
 */
export function createKeyPositions(file: string): (path: JsonPath) => FilePosition {
  const text = readFileSync(file, 'utf8');
  const locator = createLocator(text);
  const positionOf = createPositions(text);
  return (path) => ({ file, ...positionOf(locator.rangeOf(path, 'value').offset) });
}
