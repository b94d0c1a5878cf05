import escapeStringRegexp from 'escape-string-regexp';
import { isOneTypoAway } from '../values/index.ts';
import { findMisreadValues } from './code-lint/misread-values.ts';
import { findOneSidedComparisons } from './code-lint/one-sided-comparisons.ts';
import { blankOutComments, type CodeWarning, findClosingBracket, getLineNumberAt } from './code-text.ts';
import { findConstantConditions } from './constant-conditions.ts';
import { findConstantVerdicts } from './constant-verdicts.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Finds mistakes in a file of user code: statements that have another effect than their author seems to expect. */
export function findCodeWarnings(text: string, variables: Variables): CodeWarning[] {
  const code = blankOutComments(text);
  return [
    ...findUnusedResults(code),
    ...findUnawaitedConditions(code),
    ...findUnsetVariables(code, variables),
    ...findConstantVerdicts(code),
    ...findConstantConditions(code),
    ...findMisreadValues(code),
    ...findOneSidedComparisons(code),
  ].toSorted((a, b) => a.line - b.line);
}

const unusedResultCallPattern =
  /(?<=(?:^|[;{}])[ \t]*\n\s*)(?!(?:return|await|yield|throw|const|let|var|case|else)\b)[A-Za-z_$][\w$.?[\]]*\.(concat|filter|slice|toSorted|toReversed|toSpliced|trim|replaceAll|toUpperCase|toLowerCase)\([^\n;]*\);?[ \t]*(?=\n(?!\s*[.?)\]]))/g;

/** Finds statements that create a new value, such as a changed copy of a list, but do not use it. */
function findUnusedResults(code: string): CodeWarning[] {
  return [...code.matchAll(unusedResultCallPattern)].flatMap(({ index, 0: statement, 1: method = '' }) => {
    const end = findClosingBracket(statement, statement.indexOf(`.${method}(`) + method.length + 2);
    if (end === undefined || !/^\);?\s*$/.test(statement.slice(end))) return [];
    return [
      {
        line: getLineNumberAt(code, index),
        message: `the result of ${method}() is not used, so the call changes nothing`,
      },
    ];
  });
}

/** Finds conditions on the result of an async function without `await`; a promise always counts as true. */
function findUnawaitedConditions(code: string): CodeWarning[] {
  const declared = code.matchAll(/\basync\s+function\s+([\w$]+)|\b(?:const|let)\s+([\w$]+)\s*=\s*async\b/g);
  const names = [...declared].map(([, first, second]) => first ?? second ?? '');
  return [...new Set(names)].flatMap((name) => {
    const pattern = new RegExp(`(?:\\b(?:if|while)\\s*\\(\\s*!?|[^!]!)${escapeStringRegexp(name)}\\(`, 'g');
    return [...code.matchAll(pattern)].map(({ index }) => ({
      line: getLineNumberAt(code, index),
      message: `${name}() is async, and its promise always counts as true; await it`,
    }));
  });
}

/**
 * Finds unset variables as arguments of text searches: `text.includes(undefined)` searches for the word "undefined".
 */
function findUnsetVariables(code: string, variables: Variables): CodeWarning[] {
  const bound = code.matchAll(/\bconst\s+([\w$]+)\s*(?::\s*\w+\s*)?=\s*process\.env\.(\w+)\s*(?:!|as\s+string)?\s*;/g);
  const values = [...bound].map(([, name = '', variable = '']) => ({ written: escapeStringRegexp(name), variable }));
  const direct = code.matchAll(/\bprocess\.env\.(\w+)/g);
  for (const [expression, variable = ''] of direct) values.push({ written: escapeStringRegexp(expression), variable });
  const unset = values.filter(({ variable }) => variables[variable] === undefined);
  return [...new Map(unset.map((value) => [value.written, value])).values()].flatMap(({ written, variable }) => {
    const pattern = new RegExp(
      `\\.(includes|indexOf|startsWith|endsWith)\\(\\s*${written}\\s*(?:!|as\\s+string)?\\s*\\)`,
      'g',
    );
    return [...code.matchAll(pattern)].map(({ index, 1: method }) => ({
      line: getLineNumberAt(code, index),
      message: `${variable} is not set, so that ${method}() looks for the text "undefined"`,
    }));
  });
}

/**
 * Finds script assertions that do not take the assertion's value, which is their third argument. Returns undefined if
 * the parameters cannot be determined.
 */
export function warnIfValueParameterIsMissing(text: string, name: string): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  if (declaration === undefined || /\.\.\.|\barguments\b/.test(declaration.parameters + declaration.body))
    return undefined;
  const count = splitParameters(declaration.parameters).length;
  if (count === 0 || count >= 3) return undefined;
  const message = `${name} does not take the "value" of its assertion: it is called with (output, input, value)`;
  return { line: declaration.line, message };
}

const questionParameterPattern = /^_?(?:input|question|prompt|query|request)$/i;
const answerParameterPattern = /^_?(?:output|answer|response|reply)$/i;

/**
 * Finds script assertions whose parameters are probably in the wrong order: the first name suggests the question, but
 * the first argument is the answer.
 */
export function findSwappedParameters(text: string, name: string): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const [first = '', second = ''] = splitParameters(declaration?.parameters ?? '').map((part) =>
    part.replace(/[^\w$].*/s, ''),
  );
  if (declaration === undefined || !questionParameterPattern.test(first) || !answerParameterPattern.test(second))
    return undefined;
  const message = `${name} is called with (output, input), but takes them as (${first}, ${second})`;
  return { line: declaration.line, message };
}

type StateReadCheck = { name: string; position: number; keys: readonly string[] };

/** Finds a key that a function reads from the state, although the state only has a similar key. */
export function findMisspelledStateKey(
  text: string,
  { name, position, keys }: StateReadCheck,
): CodeWarning | undefined {
  const code = blankOutComments(text);
  const declaration = findFunctionDeclaration(code, name);
  const [, state] = /^([\w$]+)/.exec(splitParameters(declaration?.parameters ?? '')[position] ?? '') ?? [];
  if (declaration === undefined || state === undefined) return undefined;
  const member = new RegExp(`(?<![\\w$.])${escapeStringRegexp(state)}\\??\\.([\\w$]+)`, 'g');
  const read = new Set([...declaration.body.matchAll(member)].map(([, key = '']) => key));
  for (const key of read) {
    const near = keys.find((each) => isOneTypoAway(key, each));
    if (keys.includes(key) || near === undefined || read.has(near)) continue;
    if (new RegExp(`\\.${escapeStringRegexp(key)}\\s*(?:\\?\\?|\\|\\|)?=(?!=)`).test(code)) continue;
    return { line: declaration.line, message: `${name} reads "${key}" of the state, which has "${near}"` };
  }
  return undefined;
}

/** Finds a mock that assigns a new object to its state parameter. Such an assignment does not change the state. */
export function findReassignedState(
  text: string,
  { name, position }: Omit<StateReadCheck, 'keys'>,
): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const [, state] = /^([\w$]+)/.exec(splitParameters(declaration?.parameters ?? '')[position] ?? '') ?? [];
  if (declaration === undefined || state === undefined) return undefined;
  const assigned = new RegExp(`(?<![\\w$.])(?<!\\b(?:const|let|var)\\s)${escapeStringRegexp(state)}\\s*=(?![=>])`);
  if (!assigned.test(declaration.body)) return undefined;
  const message = `${name} assigns a new object to "${state}", which changes nothing outside; change its members instead`;
  return { line: declaration.line, message };
}

/** Finds a hook that returns a verdict, as only script assertions do. */
export function findReturnedVerdict(text: string, name: string): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  if (declaration === undefined || !/\breturn\s*\{\s*pass(?:ed)?\s*[:,}]/.test(declaration.body)) return undefined;
  return { line: declaration.line, message: `${name} returns a verdict, which is ignored: only assertions decide` };
}

/**
 * True if a judge seems to decide without the agent's output; quoting the output in its reason does not count as using
 * it. The output is part of the judge's input, so a judge that passes on the whole input does use it.
 */
export function ignoresOutput(text: string): boolean {
  const code = removeReasonTextsOfJudge(blankOutComments(text));
  const handedOn = code.match(/(?<![\w$.])input(?![\w$]|\s*:)/g)?.length ?? 0;
  const isRead = /\bJSON\.parse\(\s*(?:[\w$]+\.)?input\s*\)/.test(code) && !code.includes('...') && handedOn <= 2;
  return (
    isRead &&
    !/output|conversation|tool_calls|Object\.|JSON\.stringify\(\s*[\w$]+\s*\)/.test(
      code.replace(/JSON\.stringify\(\s*\{/g, ''),
    )
  );
}

/**
 * Removes from a judge's code everything that mentions the output without judging it: the texts of reasons, and the
 * declaration that takes `output` from the request.
 */
function removeReasonTextsOfJudge(code: string): string {
  const withoutReasons = code.replace(
    /\breason\b["']?\s*:\s*(?:`[^`]{0,500}`|'[^'\n]{0,500}'|"[^"\n]{0,500}")/g,
    'reason: 1',
  );
  return withoutReasons.replace(/\{([^{}]{0,200})\}\s*=\s*JSON\.parse\(/g, (assigned, names: string) =>
    assigned.replace(names, () => names.replace(/\boutput\b(?!\s*:)/, '')),
  );
}

/** Finds a scorer that reads only the reference and not the output, so that its score says nothing about the agent. */
export function findUnreadOutput(text: string): CodeWarning[] {
  const code = blankOutComments(text);
  const renamed = /\(\s*\{[^{}]*\b(input|expectedOutput|groundTruth)\s*:\s*output\b/.exec(code);
  if (renamed !== null) {
    const message = `the function takes "${renamed[1]}" under the name "output", so it does not read the output`;
    return [{ line: getLineNumberAt(code, renamed.index), message }];
  }
  const reference = /\(\s*\{[^{}]*\b(?:expectedOutput|groundTruth)\b[^{}]*\}/.exec(code);
  if (reference === null || code.includes('...') || /\boutput\b/.test(code)) return [];
  const message = 'the function never reads "output", which it scores';
  return [{ line: getLineNumberAt(code, reference.index), message }];
}

/** Finds a check or a judge whose verdict depends only on whether there is any text. */
export function findLengthAsVerdict(text: string, name: string): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  if (declaration === undefined) return undefined;
  const { line } = declaration;
  const body = declaration.body.replaceAll('return JSON.stringify({', '({');
  const sizes = [...body.matchAll(/\bconst\s+([\w$]+)\s*=\s*[\w$.]+\.length\s*;/g)].map(([, size = '']) => size);
  const verdicts = body.match(/\bpass(?:ed)?\b["']?\s*(?::[^,}\n]*|(?=[,}]))|\breturn\b\s*[^{\s][^;\n]*/g) ?? [];
  const isLengthCheck = (verdict: string): boolean => {
    const [, size = ''] = /(?::|\breturn)\s*([\w$.]+)\s*(?:>\s*0|>=\s*1|!==?\s*0)\s*$/.exec(verdict) ?? [];
    return size.endsWith('.length') || sizes.includes(size);
  };
  if (verdicts.length === 0 || !verdicts.every(isLengthCheck)) return undefined;
  return { line, message: `${name} passes every answer that is not empty: it looks only at its length` };
}

/**
 * Finds a script assertion or judge whose only verdict is "passed". One that throws, or that calls something which may
 * throw, can still fail.
 */
export function findAlwaysPassingCheck(text: string, name: string): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  if (declaration === undefined) return undefined;
  const body = declaration.body.replace(swallowingTryPattern, '');
  const verdicts =
    body.match(/\bpass(?:ed)?\b["']?\s*(?::\s*[\w$!]+(?:[^,}]*)|[,}])|\breturn\b\s*[^{\s][^;\n]*/g) ?? [];
  const arePositive = verdicts.every((verdict) => passingVerdictPattern.test(verdict));
  if (verdicts.length === 0 || !arePositive || /\bthrow\b|\?[^.?]|&&|\|\|/.test(body)) return undefined;
  if (
    [...body.matchAll(/(?<![\w$.\]])([\w$.\]]+)\s*\(/g)].some(([, called = '']) => !nonThrowingCallPattern.test(called))
  )
    return undefined;
  return {
    line: declaration.line,
    message: `${name} never says that an answer fails: each of its verdicts is "passed"`,
  };
}

/** Matches a `try` whose `catch` only writes to the console, so that an exception does not fail the test. */
const swallowingTryPattern = /\btry\s*\{[^{}]*\}\s*catch\s*(?:\([^()]*\)\s*)?\{\s*(?:console\.\w+\([^{}]*\);?\s*)?\}/g;
const passingVerdictPattern = /^pass(?:ed)?["']?\s*:\s*true\s*$|^return\s+(?:true\s*$|JSON\.stringify\(\s*\{|\(?\s*\{)/;
const nonThrowingCallPattern =
  /^(?:if|for|while|switch|String|console\.\w+|JSON\.stringify|[\w$.]+\.(?:includes|test|match|push|split|trim|toLowerCase))$/;

type FunctionDeclaration = { parameters: string; body: string; line: number };

export function findFunctionDeclaration(code: string, name: string): FunctionDeclaration | undefined {
  const word = escapeStringRegexp(name);
  const opening =
    name === 'default'
      ? /\bexport\s+default\s+(?:async\s+)?(?:function\s*[\w$]*\s*)?\(/.exec(code)
      : new RegExp(`\\bfunction\\s+${word}\\s*\\(|\\b(?:const|let)\\s+${word}\\s*=\\s*(?:async\\s*)?\\(`).exec(code);
  if (opening === null) return undefined;
  const start = opening.index + opening[0].length;
  const end = findClosingBracket(code, start);
  if (end === undefined) return undefined;
  const next = code.slice(end).search(/\n(?:export|function|async|const|let|class)\b/);
  const body = next === -1 ? code.slice(end) : code.slice(end, end + next);
  return { parameters: code.slice(start, end), body, line: getLineNumberAt(code, opening.index) };
}

export function splitParameters(parameters: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of parameters) {
    if ('([{<'.includes(character)) depth += 1;
    if (')]}>'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
