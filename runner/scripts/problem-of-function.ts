import { readFileSync } from 'node:fs';
import { nearestWord } from '../values/index.ts';
import { functionsIn, lacksFunction } from './functions-in.ts';
import { relativePath } from './relative-path.ts';
import type { ScriptLocation, ScriptProblem } from './resolve-script.ts';

/**
 * Explains why a script does not contain the function that a reference names, and suggests the most likely reference.
 */
export function problemOfFunction(
  { file, functionName }: ScriptLocation,
  reference: string,
  root: string,
): ScriptProblem | undefined {
  const text = readFileSync(file, 'utf8');
  if (!lacksFunction(text, functionName)) return undefined;
  const functionNames = functionsIn(text);
  const near = nearestWord(functionName, functionNames);
  const list = functionNames.length === 0 ? 'it has none' : `it has ${functionNames.join(', ')}`;
  return {
    message: `${relativePath(root, file)} has no function "${functionName}"; ${list}`,
    suggestion: near === undefined ? undefined : reference.slice(0, -functionName.length) + near,
  };
}
