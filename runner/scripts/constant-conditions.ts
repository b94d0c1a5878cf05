import escapeStringRegexp from 'escape-string-regexp';
import { type CodeWarning, findClosingBracketInBlock, getLineNumberAt } from './code-text.ts';

/** Finds conditions whose result is the same for every answer. */
export function findConstantConditions(code: string): CodeWarning[] {
  return [
    ...findAlwaysTrueSizeChecks(code),
    ...findSelfComparisons(code),
    ...findConstantOperands(code),
    ...findImpossibleComparisons(code),
    ...findAlwaysTrueIndexChecks(code),
    ...findLetterCaseMismatch(code),
    ...findUnawaitedResults(code),
    ...findUnknownToolCallFields(code),
  ];
}

function findPatternWarnings(
  code: string,
  pattern: RegExp,
  message: (match: RegExpExecArray) => string,
): CodeWarning[] {
  return [...code.matchAll(pattern)].map((match) => ({
    line: getLineNumberAt(code, match.index),
    message: message(match),
  }));
}

const alwaysTrueSizeCheckPattern = /\.(length|size)\s*(>=\s*0(?![\d.x])|>\s*-\s*\d|!==?\s*-\s*\d)/g;

function findAlwaysTrueSizeChecks(code: string): CodeWarning[] {
  return findPatternWarnings(code, alwaysTrueSizeCheckPattern, ([, size, comparison = '']) => {
    return `"${size} ${comparison}" always holds, because no ${size} is below 0`;
  });
}

/** Matches comparisons of an expression with itself. `x !== x` is left out, because it detects NaN. */
const selfComparisonPattern =
  /(?:\breturn|&&|\|\||[(?:,{]|=>|[^=!<>]=)\s*([A-Za-z_$][\w$.]*(?:\([\w$., '"]*\))?)\s*(===?|>=|<=)\s*\1(?![\w$.([?])(?!\s*[+\-*/%])/g;

function findSelfComparisons(code: string): CodeWarning[] {
  return findPatternWarnings(code, selfComparisonPattern, ([, side, comparison]) => {
    return `${side} is compared with itself, so "${side} ${comparison} ${side}" always holds`;
  });
}

const constantOperandPattern = /[(,]\s*(?:'([^'\\\n]+)'|"([^"\\\n]+)")\s*(&&|\|\|)\s*/g;

/** Finds texts on the left side of `&&` or `||`. They are always true: `includes('a' && 'b')` looks only for 'b'. */
function findConstantOperands(code: string): CodeWarning[] {
  return findPatternWarnings(code, constantOperandPattern, ([, single, double, operator]) => {
    const text = JSON.stringify(single ?? double);
    return `${text} ${operator} … is ${operator === '&&' ? 'always the value after it' : `always ${text}`}; compare each value on its own`;
  });
}

/** For each method: the value that it returns when nothing is found, and values that it never returns. */
const possibleResultsByMethod: Readonly<Record<string, { nothing: string; never: readonly string[] }>> = {
  match: { nothing: 'null', never: ['undefined'] },
  exec: { nothing: 'null', never: ['undefined'] },
  indexOf: { nothing: '-1', never: ['undefined', 'null', 'false'] },
  search: { nothing: '-1', never: ['undefined', 'null', 'false'] },
  findIndex: { nothing: '-1', never: ['undefined', 'null', 'false'] },
};

/** Finds results of a method that are compared with a value which the method never returns. */
function findImpossibleComparisons(code: string): CodeWarning[] {
  return [...code.matchAll(/(?<!\?)\.(match|exec|indexOf|search|findIndex)\(/g)].flatMap(
    ({ index, 0: { length }, 1: method = '' }) => {
      const end = findClosingBracketInBlock(code, index + length);
      if (end === undefined) return [];
      const [, comparison = '', value = ''] =
        /^\s*([!=]==)\s*(undefined|null|false)\b/.exec(code.slice(end + 1, end + 40)) ?? [];
      const { nothing, never = [] } = possibleResultsByMethod[method] ?? {};
      if (!never.includes(value)) return [];
      const always = comparison === '!==' ? 'always' : 'never';
      return [
        {
          line: getLineNumberAt(code, index),
          message: `${method}() is ${nothing} where nothing is found, so "${comparison} ${value}" ${always} holds`,
        },
      ];
    },
  );
}

/** Finds positions that are compared with -1 so that "not found" is included. */
function findAlwaysTrueIndexChecks(code: string): CodeWarning[] {
  return [...code.matchAll(/\.(indexOf|lastIndexOf|search|findIndex)\(/g)].flatMap(
    ({ index, 0: { length }, 1: method }) => {
      const end = findClosingBracketInBlock(code, index + length);
      if (end === undefined || !/^\s*>=\s*-\s*1\b(?![.\d])/.test(code.slice(end + 1, end + 40))) return [];
      const message = `${method}() is -1 where nothing is found, so ">= -1" always holds`;
      return [{ line: getLineNumberAt(code, index), message }];
    },
  );
}

const stringLiteralPattern = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;

/** Finds texts with capital letters that are searched for in a lower-cased text, and the other way round. */
function findLetterCaseMismatch(code: string): CodeWarning[] {
  return [
    { method: 'toLowerCase', other: /\p{Lu}/u, words: 'capitals', of: 'small letters' },
    { method: 'toUpperCase', other: /\p{Ll}/u, words: 'small letters', of: 'capitals' },
  ].flatMap(({ method, other, words, of }) => {
    const named = [
      ...code.matchAll(new RegExp(`\\b(?:const|let)\\s+([\\w$]+)\\s*=[^;\\n]{0,200}\\.${method}\\(\\)\\s*[;\\n]`, 'g')),
    ];
    const names = [...new Set(named.map(([, name = '']) => escapeStringRegexp(name)))];
    const receiver = [`\\.${method}\\(\\)`, ...names.map((name) => `(?<![\\w$.])${name}`)].join('|');
    const searched = new RegExp(
      `(?:${receiver})\\.(?:includes|indexOf|startsWith|endsWith)\\(\\s*([^()\\n]{1,200}?)\\s*\\)`,
      'g',
    );
    return [...code.matchAll(searched)].flatMap(({ index, 1: argument = '' }) => {
      const texts = /^['"]/.test(argument)
        ? parseStringLiterals(argument)
        : findTextsOfIteratedList(code, argument, index);
      const text = texts.find((each) => other.test(each));
      if (text === undefined) return [];
      const message = `${JSON.stringify(text)} has ${words}, but is looked for in a text of ${of}, so it is never found`;
      return [{ line: getLineNumberAt(code, index), message }];
    });
  });
}

function parseStringLiterals(list: string): string[] {
  return [...list.matchAll(stringLiteralPattern)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\./g, ''),
  );
}

/**
 * Returns the texts of the list that is iterated at position `at`, if `item` is the variable of that loop or callback.
 */
function findTextsOfIteratedList(code: string, item: string, at: number): string[] {
  if (!/^[\w$]+$/.test(item)) return [];
  const step = new RegExp(
    `(?<![\\w$.])([\\w$]+)\\.(?:some|every|filter|find|map)\\(\\s*\\(?${escapeStringRegexp(item)}\\)?\\s*=>|\\bfor\\s*\\(\\s*(?:const|let)\\s+${escapeStringRegexp(item)}\\s+of\\s+([\\w$]+)`,
    'g',
  );
  const before = [...code.slice(Math.max(0, at - 400), at).matchAll(step)].at(-1);
  const list = before?.[1] ?? before?.[2];
  if (list === undefined) return [];
  const declared = new RegExp(
    `\\bconst\\s+${escapeStringRegexp(list)}\\s*(?::[^=\\n]{0,80})?=\\s*\\[([^\\]]{0,4000})\\](?!\\s*\\.)`,
  ).exec(code);
  return parseStringLiterals(declared?.[1] ?? '');
}

/** Finds results of async functions that are stored without `await` and then serve as conditions. */
function findUnawaitedResults(code: string): CodeWarning[] {
  const declared = code.matchAll(/\basync\s+function\s+([\w$]+)|\b(?:const|let)\s+([\w$]+)\s*=\s*async\b/g);
  const names = [...new Set([...declared].map(([, first, second]) => escapeStringRegexp(first ?? second ?? '')))];
  if (names.length === 0) return [];
  const stored = new RegExp(`\\b(?:const|let)\\s+([\\w$]+)\\s*=\\s*(${names.join('|')})\\(`, 'g');
  return [...code.matchAll(stored)].flatMap(({ index, 1: variable = '', 2: name }) => {
    const word = `(?<![\\w$.])${escapeStringRegexp(variable)}(?![\\w$])`;
    if (
      new RegExp(`\\bawait\\s+${word}|${word}\\s*\\.|\\[[^\\]]{0,200}${word}`).test(
        code.slice(index + 1).replace(/^[^;\n]*/, ''),
      )
    )
      return [];
    const condition = new RegExp(
      `Boolean\\(\\s*${word}\\s*\\)|!\\s*${word}|\\bif\\s*\\(\\s*${word}|${word}\\s*(?:\\?(?![.?])|&&|\\|\\|)`,
    );
    if (!condition.test(code)) return [];
    const message = `${variable} is the promise of ${name}(), which always counts as true; write "await ${name}(…)"`;
    return [{ line: getLineNumberAt(code, index), message }];
  });
}

/** The names of the fields of a tool call as scripts receive it. */
const toolCallFields: ReadonlySet<string> = new Set(['name', 'arguments', 'result', 'error']);

/** Finds fields of tool calls that exist in other formats, but not in the calls that scripts receive. */
function findUnknownToolCallFields(code: string): CodeWarning[] {
  const step =
    /\.tool_calls\b[)\s]*(?:\?\.|\.)\s*(?:filter|some|every|find|map|flatMap|forEach)\(\s*\(?\s*([\w$]+)\s*\)?\s*=>/g;
  return [...code.matchAll(step)].flatMap(({ index, 0: opening, 1: call = '' }) => {
    const start = index + opening.length;
    const body = code.slice(start, findClosingBracketInBlock(code, start) ?? start);
    const member = new RegExp(`(?<![\\w$.])${escapeStringRegexp(call)}\\??\\.([\\w$]+)`, 'g');
    const field = [...body.matchAll(member)].map(([, name = '']) => name).find((name) => !toolCallFields.has(name));
    if (field === undefined) return [];
    const message = `a tool call has no "${field}"; it has name, arguments, result and error`;
    return [{ line: getLineNumberAt(code, index), message }];
  });
}
