import { readFileSync } from 'node:fs';
import { findNearestWord } from '../values/index.ts';
import { isFunctionMissing, listFunctionNames } from './function-names.ts';
import { toRelativePath } from './relative-path.ts';
import type { ScriptLocation, ScriptProblem } from './resolve-script.ts';

/**
 * Explains why a script does not contain the function that a reference names, and suggests the most likely reference.
 */
export function findMissingFunctionProblem(
  { file, functionName }: ScriptLocation,
  reference: string,
  root: string,
): ScriptProblem | undefined {
  const text = readFileSync(file, 'utf8');
  if (!isFunctionMissing(text, functionName)) return undefined;
  const functionNames = listFunctionNames(text);
  const near = findNearestWord(functionName, functionNames);
  const list = functionNames.length === 0 ? 'it has none' : `it has ${functionNames.join(', ')}`;
  return {
    message: `${toRelativePath(root, file)} has no function "${functionName}"; ${list}`,
    suggestion: near === undefined ? undefined : reference.slice(0, -functionName.length) + near,
  };
}
