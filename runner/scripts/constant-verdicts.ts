import escapeStringRegexp from 'escape-string-regexp';
import { type CodeWarning, findClosingBracketInBlock, getLineNumberAt, MAX_BLOCK_LENGTH } from './code-text.ts';

/** Finds conditions, loops and `catch` blocks that give the same verdict for every answer. */
export function findConstantVerdicts(code: string): CodeWarning[] {
  return [
    ...findAssignmentsAsConditions(code),
    ...findPositionsAsConditions(code),
    ...findReturnsToForEach(code),
    ...findPassingCatches(code),
    ...findEveryOnEmptyLists(code),
    ...findLoopsOverEmptyLists(code),
    ...findChecksPassedByNaN(code),
  ];
}

const assignedConditionPattern =
  /\b(?:if|while)\s*\(\s*[A-Za-z_$][\w$.?[\]'"]*\s*=(?![=>])\s*(?:'[^'\n]*'|"[^"\n]*"|-?\d[\w.]*|true|false|null|undefined)\s*\)/g;

function findAssignmentsAsConditions(code: string): CodeWarning[] {
  return [...code.matchAll(assignedConditionPattern)].map(({ index }) => ({
    line: getLineNumberAt(code, index),
    message: '"=" in a condition assigns a value instead of comparing it; write "==="',
  }));
}

const MAX_RECEIVER_LENGTH = 120;

/** Finds results of `indexOf()` used as conditions: -1, which means "not found", counts as true. */
function findPositionsAsConditions(code: string): CodeWarning[] {
  return [...code.matchAll(/\.(indexOf|lastIndexOf|findIndex)\(/g)].flatMap(({ index, 0: { length }, 1: method }) => {
    const before = code.slice(Math.max(0, index - MAX_RECEIVER_LENGTH), index).replace(/[\w$.?]+$/, '');
    const end = findClosingBracketInBlock(code, index + length);
    const after = end === undefined ? '' : code.slice(end + 1, end + MAX_RECEIVER_LENGTH);
    const isCondition = /\b(?:if|while)\s*\(\s*!?$|(?:&&|\|\|)\s*!?$/.test(before) && /^\s*\)/.test(after);
    const isOperand =
      /^\s*(?:\?(?![.?])|&&|\|\|)/.test(after) && /(?:[(!?:,{]|&&|\|\||\breturn|=>|[^=!<>]=)\s*$/.test(before);
    if (!isCondition && !isOperand) return [];
    const message = `${method}() is -1 where nothing is found, which counts as true; write ${method === 'findIndex' ? 'some' : 'includes'}()`;
    return [{ line: getLineNumberAt(code, index), message }];
  });
}

const callbackPattern = /^\s*(?:async\s*)?(?:function\s*[\w$]*\s*\([^()]*\)|\([^()]*\)\s*=>|[\w$]+\s*=>)\s*\{/;

/** Finds a verdict that is returned from the callback of `forEach()`, which ignores it. */
function findReturnsToForEach(code: string): CodeWarning[] {
  return [...code.matchAll(/\.forEach\(/g)].flatMap(({ index, 0: { length } }) => {
    const start = index + length;
    const block = code.slice(start, findClosingBracketInBlock(code, start) ?? start + MAX_BLOCK_LENGTH);
    const [opening] = callbackPattern.exec(block) ?? [];
    if (opening === undefined) return [];
    const at = block.search(/\breturn\s+(?:false\b|\{\s*pass(?:ed)?\s*:\s*false\b)/);
    if (at === -1 || /=>|\bfunction\b/.test(block.slice(opening.length, at))) return [];
    const message = '"return false" in forEach() ends only this step, not the function; use every()';
    return [{ line: getLineNumberAt(code, start + at), message }];
  });
}

const passingCatchPattern = /\}\s*catch\s*(?:\([^()]*\)\s*)?\{\s*return\s+(?:true\b|\{\s*pass(?:ed)?\s*:\s*true\b)/g;

/**
 * Finds a check for JSON that passes for every text that is not JSON. A check that forbids JSON is not reported: it
 * returns false if parsing succeeds.
 */
function findPassingCatches(code: string): CodeWarning[] {
  return [...code.matchAll(passingCatchPattern)].flatMap(({ index, 0: text }) => {
    const before = code.slice(Math.max(0, index - MAX_BLOCK_LENGTH), index);
    const tried = before.slice(before.lastIndexOf('try'));
    if (!tried.includes('JSON.parse(') || /\breturn\s+false\b|\bpass(?:ed)?\s*:\s*false\b/.test(tried)) return [];
    const line = getLineNumberAt(code, index + text.indexOf('catch'));
    return [{ line, message: 'catch returns true, so an answer that is not JSON passes' }];
  });
}

const parsedJsonNamePattern =
  /\b(?:const|let)\s+(?:([\w$]+)|\{([^{}=;]{0,400})\})\s*(?::[^=;]{0,200})?=\s*(?:typeof\s+[\w$]+\s*===?\s*['"]string['"]\s*\?\s*)?JSON\.parse\(/g;

/** Finds `every()` on a list from a parsed answer, in a file that never checks the length of a list. */
function findEveryOnEmptyLists(code: string): CodeWarning[] {
  if (/\.(?:length|size|some\()/.test(code)) return [];
  const alternatives = buildParsedJsonPattern(code);
  const called = new RegExp(`(?<![\\w$.])(?:${alternatives})(?:\\??\\.[\\w$]+)*\\??\\.every\\(`, 'g');
  return [...code.matchAll(called)].flatMap(({ index, 0: { length } }) => {
    const start = index + length;
    // A negated condition is not reported: if no item may meet it, passing for an empty list is correct.
    if (code.slice(start, findClosingBracketInBlock(code, start) ?? start + MAX_BLOCK_LENGTH).includes('!')) return [];
    const message = 'every() is true for an empty list, so an answer without items passes; check its length, too';
    return [{ line: getLineNumberAt(code, index), message }];
  });
}

/** Returns the variables that hold parsed JSON, and the parsing call itself, as alternatives of a pattern. */
function buildParsedJsonPattern(code: string): string {
  const names = [...code.matchAll(parsedJsonNamePattern)].flatMap(([, match, parts = '']) =>
    match === undefined ? [...parts.matchAll(/([\w$]+)\s*(?=,|$)/g)].map(([, name = '']) => name) : [match],
  );
  return [...new Set(names)].map(escapeStringRegexp).concat(String.raw`JSON\.parse\(\s*[\w$]+\s*\)`).join('|');
}

const PASSING_RETURN_SOURCE = String.raw`return\s+(?:true\b|\{\s*pass(?:ed)?\s*:\s*true\b)`;
const FAILING_RETURN_SOURCE = String.raw`\)\s*\{?\s*return\s+(?:false\b|\{\s*pass(?:ed)?\s*:\s*false\b)`;

/**
 * Finds a loop over a list from a parsed answer that requires something of each item, in a file that never checks the
 * length of a list. A loop that only forbids something rightly passes an empty list.
 */
function findLoopsOverEmptyLists(code: string): CodeWarning[] {
  const alternatives = buildParsedJsonPattern(code);
  if (/\.(?:length|size|some\()/.test(code)) return [];
  const loop = new RegExp(
    `\\bfor\\s*\\(\\s*(?:const|let)\\s+([\\w$]+)\\s+of\\s+(?:${alternatives})(?:\\??\\.[\\w$]+)*\\s*\\)\\s*\\{`,
    'g',
  );
  return [...code.matchAll(loop)].flatMap(({ index, 0: { length }, 1: item = '' }) => {
    const end = findClosingBracketInBlock(code, index + length);
    if (end === undefined || !new RegExp(`^\\}\\s*${PASSING_RETURN_SOURCE}`).test(code.slice(end, end + 200)))
      return [];
    const word = escapeStringRegexp(item);
    const required = `(?:typeof\\s+${word}\\??\\.[\\w$]+\\s*!==?|!\\s*(?:Number\\.is\\w+\\(\\s*)?${word}\\??\\.)`;
    const check = new RegExp(`\\bif\\s*\\(\\s*${required}[^{}\\n]*?${FAILING_RETURN_SOURCE}`);
    if (!check.test(code.slice(index, end))) return [];
    const message =
      'this loop checks nothing in an empty list, so an answer without items passes; check its length, too';
    return [{ line: getLineNumberAt(code, index), message }];
  });
}

const numberVariablePattern = /\b(?:const|let)\s+([\w$]+)\s*=\s*(?:Number\.)?(?:parseFloat|parseInt|Number)\(/g;

/**
 * Finds a check that fails only if a number of the answer is too large or too small, so that a missing number passes.
 */
function findChecksPassedByNaN(code: string): CodeWarning[] {
  if (/\bisNaN\(|\bis(?:Finite|Integer|SafeInteger)\(/.test(code)) return [];
  return [...code.matchAll(numberVariablePattern)].flatMap(({ index, 1: name = '' }) => {
    const word = `(?<![\\w$.])${escapeStringRegexp(name)}(?![\\w$])`;
    if (new RegExp(`!\\s*${word}|${word}\\s*(?:[!=]==?|\\?\\?|\\|\\|)`).test(code)) return [];
    const rejection = new RegExp(
      `\\bif\\s*\\(\\s*${word}\\s*([<>]=?)\\s*([\\w$.]+)\\s*\\)\\s*\\{?\\s*(?:return\\s+(?:false\\b|\\{\\s*pass(?:ed)?\\s*:\\s*false\\b)|throw\\b)`,
    );
    const found = rejection.exec(code.slice(index));
    if (found === null) return [];
    const [, comparison, bound] = found;
    const message = `${name} is NaN where the answer has no number, and NaN ${comparison} ${bound} is false, so it passes; check Number.isFinite(${name}), too`;
    return [{ line: getLineNumberAt(code, index + found.index), message }];
  });
}
