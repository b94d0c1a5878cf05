import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getValidatorId } from '../../assertions/agent/agent-rules.ts';
import type { AuthoredCase, ScriptedRule, TextMatch, WorkspaceConfig } from '../../contract/index.ts';
import { collectAssertionLists } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, warningAt } from '../../inputs/finding.ts';
import { createTextMatcher } from '../../models/text-matcher.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import {
  findAlwaysPassingCheck,
  findCodeWarnings,
  findLengthAsVerdict,
  findMissingValueParameter,
  findMisspelledStateKey,
  findReassignedState,
  findReturnedVerdict,
  findSwappedParameters,
  ignoresOutput,
} from '../../scripts/code-doubts.ts';
import { findHookVariables } from '../../scripts/code-lint/hook-variables.ts';
import { findUnchangedState } from '../../scripts/code-lint/misread-parameters.ts';
import { findPassWithoutFinding } from '../../scripts/code-lint/pass-without-finding.ts';
import {
  type FunctionCode,
  findTextComparedBySize,
  findTextComparison,
} from '../../scripts/code-lint/text-comparisons.ts';
import { blankOutComments, type CodeWarning } from '../../scripts/code-text.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import type { ScriptLocation } from '../../scripts/resolve-script.ts';
import { isJsonObject, type Json, type JsonPath, tryParseJson } from '../../values/index.ts';

type CodeInspectionWorkspace = {
  root: string;
  config: Pick<WorkspaceConfig, 'agents'>;
  variables: Readonly<Record<string, string | undefined>>;
  locateScript(kind: 'hook' | 'function', name: string): ScriptLocation | undefined;
  /** True if the tested agent does not run in the process of hooks and functions. */
  isOtherProcess: boolean;
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
export function createCodeInspection({
  root,
  config,
  variables,
  locateScript: placeOfScript,
  isOtherProcess,
}: CodeInspectionWorkspace) {
  const messagesByKey = new Map<string, readonly string[]>();
  const sources = new Map<string, InspectedFile>();
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
      ...(isHook === true ? [findReturnedVerdict(text, functionName)] : fileDoubts),
      ...(hasValue === undefined ? [] : findCheckWarnings(text, { name: functionName, hasValue, value })),
      stateAt === undefined ? undefined : findMisspelledStateKey(text, { name: functionName, position: stateAt, keys }),
      isMock === true ? findReassignedState(text, { name: functionName, position: 1 }) : undefined,
      isMock === true ? findUnchangedState({ text, name: functionName }) : undefined,
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

  /** A function that the case uses may read what the case's hook sets, because both run in one process. */
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
      // If a function gets the state, the result also depends on the keys of the state, which differ between cases.
      return computeOncePerKey([namedCode, namedCode.stateAt === undefined ? [] : keys], () =>
        findFunctionWarnings(named, keys),
      ).map((message) => warningAt(codePath, message));
    });
    const ofJudges = judgesIn(authored).flatMap(({ id, criteria, path: criteriaPath }) =>
      computeOncePerKey([id, criteria], () => findJudgeWarnings({ id, criteria }, { root, config })).map((message) =>
        warningAt(criteriaPath, message),
      ),
    );
    return [
      ...ofFunctions,
      ...findComparisonWarnings(functions, authored.state ?? null),
      ...findUnreadVariables(authored, functions),
      ...ofJudges,
    ];
  };
}

function findJudgeWarnings(
  { id, criteria }: Pick<NamedJudge, 'id' | 'criteria'>,
  { root, config }: Pick<CodeInspectionWorkspace, 'root' | 'config'>,
): string[] {
  const entry = Object.hasOwn(config.agents, id) ? config.agents[id] : undefined;
  const passing =
    entry?.type === 'scripted'
      ? (explainWhyJudgePassesAll(entry.rules) ?? findCriterionAsAnswer(entry.rules, criteria))
      : undefined;
  if (passing !== undefined) return [`the judge ${JSON.stringify(id)} passes every answer: ${passing}`];
  const file = entry?.type === 'module' ? path.resolve(root, entry.path) : undefined;
  if (file === undefined || !existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  if (findAlwaysPassingCheck(text, 'default') !== undefined)
    return [
      `the judge ${JSON.stringify(id)} (${toRelativePath(root, file)}) passes every answer: it has no other verdict`,
    ];
  if (findLengthAsVerdict(text, 'default') !== undefined)
    return [
      `the judge ${JSON.stringify(id)} (${toRelativePath(root, file)}) passes every answer that is not empty: it looks only at its length`,
    ];
  if (!ignoresOutput(text)) return [];
  return [
    `the judge ${JSON.stringify(id)} (${toRelativePath(root, file)}) does not decide by "output", which is the answer that it judges`,
  ];
}

type CheckFunction = { name: string; hasValue: boolean; value: Json | undefined };

/** Finds mistakes in functions that judge an answer. */
function findCheckWarnings(text: string, { name, hasValue, value }: CheckFunction): (CodeWarning | undefined)[] {
  return [
    findSwappedParameters(text, name),
    findAlwaysPassingCheck(text, name),
    findLengthAsVerdict(text, name),
    findTextComparedBySize(text, { name, value }),
    hasValue ? findMissingValueParameter(text, name) : undefined,
    findPassWithoutFinding({ text, name }),
  ];
}

/** Returns why a scripted judge passes every answer, or every answer that is not empty. */
function explainWhyJudgePassesAll(rules: readonly ScriptedRule[]): string | undefined {
  if (rules.some(({ when }) => when === undefined) && rules.every(({ answer }) => isPassVerdict(answer)))
    return 'none of its rules says "passed": false';
  const [first] = rules;
  return first?.when !== undefined && matchesAnyText(first.when) && isPassVerdict(first.answer)
    ? `its first rule holds for any text, ${JSON.stringify(first.when)}`
    : undefined;
}

/**
 * The rule searches the whole request to the judge, which contains the criterion. So it matches whatever the agent
 * answered.
 */
function findCriterionAsAnswer(rules: readonly ScriptedRule[], criteria: string | undefined): string | undefined {
  if (criteria === undefined) return undefined;
  const request = JSON.stringify({ output: '', input: '', criteria });
  const other = rules.findIndex(({ when }) => when === undefined || Object.keys(when).some((key) => key !== 'text'));
  const onText = other < 0 ? rules : rules.slice(0, other);
  const reachedMock = onText.find(({ when }) => when?.text !== undefined && matchesText(when.text, request));
  if (reachedMock === undefined || !isPassVerdict(reachedMock.answer)) return undefined;
  return `its rule finds ${JSON.stringify(reachedMock.when?.text)} in the criterion, which is part of the request; write "output" instead of "text"`;
}

function matchesText(match: TextMatch, text: string): boolean {
  try {
    return createTextMatcher(match)(text) !== undefined;
  } catch {
    // A malformed pattern is ignored here, because it is reported when the agent is opened.
    return false;
  }
}

/** True for a condition on the judged answer that every text satisfies, such as `/./`. */
function matchesAnyText(when: NonNullable<ScriptedRule['when']>): boolean {
  const [output, ...others] = Object.entries(when);
  return others.length === 0 && output?.[0] === 'output' && typeof output[1] === 'string' && anyText.test(output[1]);
}

const anyText = /^\/\^?(?:\.|\\S|\\w|\[\\s\\S\])?[*+]?\$?\/[a-z]*$/;

function isPassVerdict(answer: Json | undefined): boolean {
  const verdict = typeof answer === 'string' ? tryParseJson(answer) : answer;
  return verdict !== undefined && isJsonObject(verdict) && verdict.passed === true;
}

type NamedJudge = { id: string; criteria: string | undefined; path: JsonPath };

function judgesIn(authored: AuthoredCase): NamedJudge[] {
  return collectAssertionLists(authored).flatMap(({ rules, path: base }) =>
    rules.flatMap((rule, index) =>
      rule.type === 'agent' && rule.use !== undefined
        ? [
            {
              id: removeAgentPrefix(getValidatorId(rule.use)),
              criteria: typeof rule.value === 'string' ? rule.value : undefined,
              path: [...base, index, 'use'],
            },
          ]
        : [],
    ),
  );
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
