import { readFileSync } from 'node:fs';
import type { AuthoredCase, WorkspaceConfig } from '../../contract/index.ts';
import { collectAssertionLists } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, warningAt } from '../../inputs/finding.ts';
import { findHookVariables } from '../../scripts/code-lint/hook-variables.ts';
import { findChangedResult, findUnchangedState } from '../../scripts/code-lint/misread-parameters.ts';
import { findPassWithoutFinding } from '../../scripts/code-lint/pass-without-finding.ts';
import { findSharedComputation } from '../../scripts/code-lint/shared-computation.ts';
import {
  type FunctionCode,
  findTextComparedBySize,
  findTextComparison,
} from '../../scripts/code-lint/text-comparisons.ts';
import { blankOutComments, type CodeWarning } from '../../scripts/code-text.ts';
import {
  findAlwaysPassingCheck,
  findCodeWarnings,
  findLengthAsVerdict,
  findMisspelledStateKey,
  findReassignedState,
  findReturnedVerdict,
  findSwappedParameters,
  warnIfValueParameterIsMissing,
} from '../../scripts/code-warnings.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import type { ScriptLocation } from '../../scripts/resolve-script.ts';
import { isJsonObject, type Json, type JsonPath } from '../../values/index.ts';
import { createJudgeInspection } from './doubtful-judges.ts';

type CodeInspectionWorkspace = {
  root: string;
  config: Pick<WorkspaceConfig, 'agents'>;
  variables: Readonly<Record<string, string | undefined>>;
  locateScript(kind: 'hook' | 'function', name: string): ScriptLocation | undefined;
  /** True if the tested agent runs in another process than hooks and functions. */
  isOtherProcess: boolean;
  /** The module of the tested agent, if it is one. */
  agentFile?: string | undefined;
};

/** A function that a case names, and how its arguments are interpreted. */
type NamedFunction = {
  name: string;
  path: JsonPath;
  hasValue?: boolean;
  value?: Json | undefined;
  stateAt?: number;
  isMock?: boolean;
  isHook?: boolean;
};

/** `code` is the source text without comments. */
type InspectedFile = { text: string; code: string; doubts: readonly CodeWarning[] };

type LocatedFunction = FunctionCode & { file: string; text: string };

/** Inspects the functions and judges that cases use, to find those that accept every answer of the agent. */
export function createCodeInspection(workspace: CodeInspectionWorkspace) {
  const { root, config, variables, locateScript: placeOfScript, isOtherProcess, agentFile } = workspace;
  const messagesByKey = new Map<string, readonly string[]>();
  const sources = new Map<string, InspectedFile>();
  const inspectJudges = createJudgeInspection({ root, config });
  /** The result for each function is cached, because many cases use the same functions. */
  const computeOncePerKey = (key: unknown[], compute: () => readonly string[]): readonly string[] => {
    const text = JSON.stringify(key);
    const messages = messagesByKey.get(text) ?? compute();
    messagesByKey.set(text, messages);
    return messages;
  };

  /** Each file is read once, because it often contains several functions. */
  function readAndInspectFile(file: string): InspectedFile {
    const inspected = sources.get(file);
    if (inspected !== undefined) return inspected;
    const text = readFileSync(file, 'utf8');
    const source = { text, code: blankOutComments(text), doubts: findCodeWarnings(text, variables) };
    sources.set(file, source);
    return source;
  }

  function findFunctionWarnings(named: NamedFunction, keys: readonly string[]): string[] {
    const { name, hasValue, value, stateAt, isMock, isHook } = named;
    const scriptLocation = placeOfScript(isHook === true ? 'hook' : 'function', name);
    if (scriptLocation === undefined) return [];
    const { file, functionName } = scriptLocation;
    const { text, doubts: fileDoubts } = readAndInspectFile(file);
    const warnings: (CodeWarning | undefined)[] = [
      ...(isHook === true
        ? [findReturnedVerdict(text, functionName), findChangedResult({ text, name: functionName })]
        : fileDoubts),
      ...(hasValue === undefined
        ? []
        : findCheckWarnings(text, { file, name: functionName, hasValue, value, agentFile })),
      stateAt === undefined ? undefined : findMisspelledStateKey(text, { name: functionName, position: stateAt, keys }),
      ...(isMock === true ? findMockWarnings(text, functionName) : []),
    ];
    return warnings.flatMap((doubt) =>
      doubt === undefined ? [] : [`${toRelativePath(root, file)}:${doubt.line}: ${doubt.message}`],
    );
  }

  function findFunctionSource({ name }: NamedFunction): LocatedFunction | undefined {
    const location = placeOfScript('function', name);
    if (location === undefined) return undefined;
    const { text, code } = readAndInspectFile(location.file);
    return { file: location.file, name: location.functionName, text, code };
  }

  /** Checks functions that read the state together with the mocks of their case, because the mocks write the state. */
  function findComparisonWarnings(functions: readonly NamedFunction[], state: Json): CaseFinding[] {
    const mocks = functions.filter(({ isMock }) => isMock === true).flatMap((mock) => findFunctionSource(mock) ?? []);
    return functions.flatMap((named) => {
      const source = named.stateAt === 0 ? findFunctionSource(named) : undefined;
      const doubt = source === undefined ? undefined : findTextComparison(source, { state, mocks });
      if (source === undefined || doubt === undefined) return [];
      return warningAt(named.path, `${toRelativePath(root, source.file)}:${doubt.line}: ${doubt.message}`);
    });
  }

  /**
   * Finds variables that the `before` hook sets and that nothing reads. The functions of the case may read them,
   * because they run in the same process as the hook.
   */
  function findUnreadVariables({ before }: AuthoredCase, functions: readonly NamedFunction[]): CaseFinding[] {
    const hook = before === undefined || !isOtherProcess ? undefined : placeOfScript('hook', before);
    if (hook === undefined) return [];
    const others = functions
      .flatMap((named) => findFunctionSource(named) ?? [])
      .filter(({ file }) => file !== hook.file);
    return findHookVariables(readAndInspectFile(hook.file).text)
      .filter(({ name }) => !others.some(({ text }) => text.includes(name)))
      .map(({ line, message }) => warningAt(['before'], `${toRelativePath(root, hook.file)}:${line}: ${message}`));
  }

  return (authored: AuthoredCase): CaseFinding[] => {
    const keys = isJsonObject(authored.state ?? null) ? Object.keys(authored.state ?? {}) : [];
    const functions = listFunctionsOfCase(authored);
    const ofFunctions = functions.flatMap((named) => {
      const { path: codePath, ...namedCode } = named;
      // The result of a function that reads the state also depends on the state's keys, so they are part of the cache
      // key.
      return computeOncePerKey([namedCode, namedCode.stateAt === undefined ? [] : keys], () =>
        findFunctionWarnings(named, keys),
      ).map((message) => warningAt(codePath, message));
    });
    return [
      ...ofFunctions,
      ...findComparisonWarnings(functions, authored.state ?? null),
      ...findUnreadVariables(authored, functions),
      ...inspectJudges(authored),
    ];
  };
}

function findMockWarnings(text: string, name: string): (CodeWarning | undefined)[] {
  return [findReassignedState(text, { name, position: 1 }), findUnchangedState({ text, name })];
}

type CheckFunction = {
  file: string;
  name: string;
  hasValue: boolean;
  value: Json | undefined;
  agentFile: string | undefined;
};

/** Finds mistakes in functions that judge an answer. */
function findCheckWarnings(
  text: string,
  { file, name, hasValue, value, agentFile }: CheckFunction,
): (CodeWarning | undefined)[] {
  return [
    findSwappedParameters(text, name),
    findAlwaysPassingCheck(text, name),
    findLengthAsVerdict(text, name),
    findTextComparedBySize(text, { name, value }),
    hasValue ? warnIfValueParameterIsMissing(text, name) : undefined,
    findPassWithoutFinding({ text, name }),
    agentFile === undefined ? undefined : findSharedComputation({ file, name, agentFile }),
  ];
}

function listFunctionsOfCase(authored: AuthoredCase): NamedFunction[] {
  // The return value of the hook `before` is passed to the hook `after` and may have any keys.
  const hooks: NamedFunction[] =
    authored.after === undefined ? [] : [{ name: authored.after, path: ['after'], isHook: true }];
  const mocks = Object.entries(authored.mocks ?? {}).flatMap(([tool, entries]) =>
    entries.flatMap(({ use }, index) =>
      use === undefined ? [] : [{ name: use, path: ['mocks', tool, index, 'use'], stateAt: 1, isMock: true }],
    ),
  );
  const rules = collectAssertionLists(authored).flatMap(({ rules: list, path: base }) =>
    list.flatMap((rule, index): NamedFunction[] => {
      if (rule.type === 'state' && rule.use !== undefined)
        return [{ name: rule.use, path: [...base, index, 'use'], stateAt: 0 }];
      if (rule.type !== 'script') return [];
      const field = rule.script === undefined ? 'use' : 'script';
      const hasValue = rule.value !== undefined || rule.expected !== undefined;
      const value = rule.value ?? rule.expected;
      return [{ name: rule.script ?? rule.use ?? '', path: [...base, index, field], hasValue, value }];
    }),
  );
  return [...hooks, ...mocks, ...rules];
}
