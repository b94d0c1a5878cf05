import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadJsonc } from '../../models/read-jsonc.ts';
import { AgentError } from '../../ports/index.ts';
import { createMissingFunctionError } from '../../scripts/script-invoker.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { runScript } from './run-script.ts';
import type { ScriptCaller, YaoTurn } from './yao-turn.ts';

const pageTestFilePattern = /\.backend_test\.(?:ts|js)$/;

/**
 * Changes the turn for a test that is next to the backend script of a page (`dashboard.backend_test.ts`): the test's
 * `ctx` calls that script.
 */
export function adaptTurnForPageTest(turn: YaoTurn, file: string): YaoTurn {
  if (!pageTestFilePattern.test(file)) return turn;
  return {
    ...turn,
    page: file.replace(pageTestFilePattern, ''),
    fields: { ...turn.fields, page: createPageRequest(null) },
  };
}

/**
 * `ctx.call("Get")` calls the function `ApiGet`, as the browser does. `ctx.callWithRequest("Get")` calls `Get` with the
 * request as its last argument, as the page does when it is rendered.
 */
export async function callPage(
  { method, values }: { method: string; values: readonly Json[] },
  { turn, chain }: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  const { page } = turn;
  if (page === undefined)
    throw new AgentError(`ctx.${method} is only available in tests next to the script of a page`, 'agent');
  const [authorized = null, requestedFunction, ...callArguments] = values;
  if (typeof requestedFunction !== 'string')
    throw new AgentError(`ctx.${method} needs the name of a function`, 'agent');
  const file = findBackendScript(page);
  const isRequest = method === 'callWithRequest';
  const functionName = isRequest ? requestedFunction : `${readApiPrefix(page)}${requestedFunction}`;
  const result = await runScript(
    {
      file,
      functionName,
      chain: [...chain, functionName],
      source: `page ${path.basename(page)}`,
      awaitsPromises: true,
      values: isRequest ? [...callArguments, createPageRequest(authorized)] : callArguments,
    },
    { ...turn, fields: authorized === null ? turn.fields : { ...turn.fields, authorized } },
    signal,
  );
  if (result.type === 'threw') throw new AgentError(result.message, 'agent');
  if (result.type === 'absent')
    throw createMissingFunctionError({ file, functionName }, result.found, turn.runtime.root);
  return result.value ?? null;
}

function createPageRequest(authorized: Json): Json {
  return { sid: '', method: 'GET', payload: {}, params: {}, authorized };
}

function findBackendScript(page: string): string {
  const files = ['ts', 'js'].map((ending) => `${page}.backend.${ending}`);
  const file = files.find((name) => existsSync(name));
  if (file !== undefined) return file;
  throw new AgentError(
    `the page has no backend script: there is no ${path.basename(page)}.backend.ts beside its test`,
    'agent',
  );
}

/** Returns the prefix of functions that the browser can call: `api.prefix` in the page's config. */
function readApiPrefix(page: string): string {
  const file = `${page}.config`;
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() === '') return 'Api';
  const config: unknown = loadJsonc(file);
  const { api } = isJsonObject(config) ? config : {};
  return isJsonObject(api) && typeof api.prefix === 'string' && api.prefix !== '' ? api.prefix : 'Api';
}
