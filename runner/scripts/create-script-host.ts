import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AgentError, type HookCall, type ScriptCall, type ScriptHost } from '../ports/index.ts';
import { isJsonObject, type Json, toErrorMessage } from '../values/index.ts';
import { findMembersOfText } from './code-lint/misread-parameters.ts';
import { findMisspeltArgumentField, findMisspeltFieldsOfTest } from './code-lint/misspelt-fields.ts';
import { blankOutComments } from './code-text.ts';
import { findMissingFunctionProblem } from './problem-of-function.ts';
import { toRelativePath } from './relative-path.ts';
import type { ScriptLocation } from './resolve-script.ts';
import {
  createScriptInvoker,
  formatScriptNames,
  type ProcessHandlers,
  type ScriptHostOptions,
} from './script-invoker.ts';
import { createTestReport, parseTestEnd } from './test-object/test-function-call.ts';

/** The scripts of a workspace, and the functions that scripts and assistants call through `Process()`. */
export type WorkspaceScripts = ScriptHost & {
  handlers: ProcessHandlers;
  /** Returns why a hook does not exist, as a message; calls nothing. */
  problemOfHook(hook: Pick<ScriptCall, 'reference' | 'baseDir' | 'agentId'>): string | undefined;
  close(): Promise<void>;
};

/** Runs the user's hooks and script assertions in workers, one bundle per file. Functions need not be exported. */
export function createScriptHost(options: ScriptHostOptions): WorkspaceScripts {
  const invoker = createScriptInvoker(options);
  const findMisreadOutput = createOutputInspection(options.root);
  function runScript(
    kind: 'hook' | 'function',
    call: ScriptCall & { source?: string },
    signal: AbortSignal,
  ): Promise<Json> {
    const { reference, baseDir, agentId, arguments: values, services } = call;
    const from = { baseDir, agentId };
    const { title, source } = formatScriptNames(reference);
    const names = { title, source: call.source ?? source };
    const scriptLocation = invoker.placeOf({ kind, reference, ...from });
    const [context, ...others] = kind === 'hook' ? values : [call.context, ...values];
    const task = { place: scriptLocation, values: others, context, ...names, from, services, chain: [] };
    return invoker.invoke({ ...task, role: 'script' }, signal);
  }
  return {
    handlers: invoker.handlers,
    async runHook(call, signal) {
      const result = await runScript('hook', { ...call, source: formatHookSource(call) }, signal);
      return isJsonObject(result) && result.data !== undefined ? result.data : result;
    },
    problemOfHook(hook) {
      try {
        return findMissingFunctionProblem(invoker.placeOf({ kind: 'hook', ...hook }), hook.reference, options.root)
          ?.message;
      } catch (error) {
        if (error instanceof AgentError) return toErrorMessage(error);
        throw error;
      }
    },
    async runFunction(call, signal) {
      const result = await runScript('function', call, signal);
      if (!isPass(result)) return result;
      const warning = findMisreadOutput(invoker.placeOf({ kind: 'function', ...call }), call.arguments);
      if (warning !== undefined) call.services?.report?.({ type: 'warning', text: warning });
      return result;
    },
    async runTest(call, signal) {
      const { functionName, baseDir, agentId, services } = call;
      const filePath = { file: path.join(options.root, call.module), functionName };
      const test = createTestReport(call, options.root);
      const ended = await invoker.invoke(
        {
          place: filePath,
          services,
          from: { baseDir, agentId },
          chain: [],
          values: [],
          context: call.context,
          ...formatScriptNames(functionName),
          role: 'script',
          apart: 'always',
          test,
        },
        signal,
      );
      return parseTestEnd(ended, () => findMisspeltFieldsOfTest(filePath, test.fieldsByProcess));
    },
    async runMock({ reference, baseDir, agentId, services, ...call }, signal) {
      const from = { baseDir, agentId };
      const scriptLocation = invoker.placeOf({ kind: 'function', reference, ...from });
      const values = [call.arguments, call.state];
      const ended = await invoker.invoke(
        {
          place: scriptLocation,
          services,
          from,
          values,
          chain: [],
          ...formatScriptNames(reference),
          role: 'script',
          isMock: true,
        },
        signal,
      );
      const { refused, result = null, state = null } = isJsonObject(ended) ? ended : {};
      return typeof refused === 'string' ? { type: 'refused', error: refused } : { type: 'returned', result, state };
    },
    close: () => invoker.close(),
  };
}

/** Each function is inspected once, because many attempts use the same functions. */
function createOutputInspection(
  root: string,
): (location: ScriptLocation, values: readonly Json[]) => string | undefined {
  const warnings = new Map<string, string | undefined>();
  return ({ file, functionName: name }, values) => {
    const [output = null] = values;
    const fields = isJsonObject(output) ? Object.keys(output) : [];
    if (typeof output !== 'string' && fields.length === 0) return undefined;
    const key = JSON.stringify([file, name, fields]);
    if (!warnings.has(key)) {
      const text = readFileSync(file, 'utf8');
      const warning =
        typeof output === 'string'
          ? findMembersOfText({ text, name })
          : findMisspeltArgumentField({ code: blankOutComments(text), name }, [output]);
      warnings.set(key, warning && `${toRelativePath(root, file)}:${warning.line}: ${warning.message}`);
    }
    return warnings.get(key);
  };
}

function isPass(verdict: Json): boolean {
  return verdict === true || (isJsonObject(verdict) && (verdict.pass ?? verdict.passed) === true);
}

function formatHookSource({ scope, phase }: Pick<HookCall, 'scope' | 'phase'>): string {
  return scope === 'case' ? `hook ${phase}` : `hook ${phase} all`;
}
