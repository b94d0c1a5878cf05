import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDefinitionLocation } from './definition-location.ts';
import { toRelativePath } from './relative-path.ts';
import type { UserFailure } from './worker/worker-protocol.ts';

const missingPackagePattern = /^Cannot find package '([^']+)' imported from /;
const stackFrameLocationPattern = /(?<![^\s()])\(?((?:file:\/\/)?\/?[^\s()]+?):(\d+):(\d+)\)?$/;

type FunctionDefinition = { file: string; functionName: string };

/**
 * Returns the user's error with the line of the user's own file that threw it: `boom (agents/x.ts:12:7)`. A thrown
 * value that is no `Error` has no line, so the message names the function instead.
 */
export function describeUserError(failure: UserFailure, root: string, definition: FunctionDefinition): string {
  const [, lacking] = missingPackagePattern.exec(failure.message) ?? [];
  if (lacking !== undefined) {
    return `the package "${lacking}", which ${toRelativeLocation(definition.file, root)} imports, is not installed: run npm install where its package.json is`;
  }
  const message = addFailedService(failure);
  const location = findFirstUserFrame(failure.stack ?? '', root);
  if (location !== undefined) return `${message} (${location})`;
  return `${message} (in ${definition.functionName}, ${findDefinitionLocation(definition, root)})`;
}

/**
 * Adds the name of the service that failed. Frameworks wrap a model's error so often that the message does not show its
 * origin.
 */
function addFailedService({ message, service }: UserFailure): string {
  if (service === undefined) return message;
  const { status, url, name } = service;
  const facts = [
    ...(name === 'Error' || message.includes(name) ? [] : [name]),
    ...(status === undefined || message.includes(String(status)) ? [] : [`status ${status}`]),
    ...(url === undefined || message.includes(url) ? [] : [removeUrlQuery(url)]),
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? message : `${message} [${facts.join(', ')}]`;
}

/** Returns a URL without its query, because the query may contain keys. */
function removeUrlQuery(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: '' };
  return `${origin}${pathname}`;
}

/** The reason why a worker died, with the line of the user's own file instead of Node's stack trace. */
export function describeWorkerDeath(death: string, root: string): string {
  const location = findFirstUserFrame(death, root);
  const [summary = death] = death.split(/\n[^\S\n]+at /);
  return location === undefined ? summary : `${summary} (${location})`;
}

/** Returns the first stack frame in a file of the workspace, as `agents/x.ts:12:7`. */
export function findFirstUserFrame(stack: string, root: string): string | undefined {
  for (const line of stack.split('\n')) {
    const [, location, row, column] = line.trimStart().startsWith('at ')
      ? (stackFrameLocationPattern.exec(line.trim()) ?? [])
      : [];
    if (location === undefined || location.startsWith('node:')) continue;
    const file = location.startsWith('file:') ? fileURLToPath(location.replace(/\?bundle$/, '')) : location;
    const relative = toRelativePath(root, file);
    if (relative.startsWith('..') || relative.includes('node_modules') || path.isAbsolute(relative)) continue;
    return `${relative}:${row}:${column}`;
  }
  return undefined;
}

/** Makes a location relative to the workspace: `src/env_test.ts:3:5`. */
export function toRelativeLocation(location: string | undefined, root: string): string | undefined {
  return location === undefined ? undefined : toRelativePath(root, location);
}
