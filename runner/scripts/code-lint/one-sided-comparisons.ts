import escapeStringRegexp from 'escape-string-regexp';
import { type CodeWarning, getLineNumberAt } from '../code-text.ts';

/** Finds comparisons that hold although the values differ: without Math.abs(), and of a list with itself. */
export function findOneSidedComparisons(code: string): CodeWarning[] {
  return [...findDifferencesWithoutAbs(code), ...findListsComparedWithThemselves(code)];
}

/** Matches a difference of two values that has to be below a small number. */
const differenceBelow =
  /(?<![\w$.)\]]|[+*/%-]\s?)([A-Za-z_$][\w$.]{0,60}(?:\([\w$.?[\]]{0,60}\))?)\s*-\s*([A-Za-z_$][\w$.]{0,60}(?:\([\w$.?[\]]{0,60}\))?)\s*<=?\s*(?:0?\.\d+|\d{0,3}e-\d+|Number\.EPSILON|epsilon|tolerance)(?![\w$.(])/gi;

/** Parts of names of values of which one is expected to be below the other: times, limits, and ends of a range. */
const orderedValue =
  /time|date|start|end|begin|now|since|until|before|after|elapsed|max|min|most|least|limit|budget|upper|lower|high|low|top|bottom|first|last|prev|old|allowed|ceiling/i;

/** How far around a difference another comparison of the same values is searched for. */
const MAX_DISTANCE = 600;

/**
 * Finds differences such as `total - expected < 0.01`, which holds for every smaller total, too. Ignores values that are
 * also compared elsewhere, because that may limit the other side.
 */
function findDifferencesWithoutAbs(code: string): CodeWarning[] {
  return [...code.matchAll(differenceBelow)].flatMap(({ index, 0: written, 1: value = '', 2: other = '' }) => {
    if (orderedValue.test(value) || orderedValue.test(other)) return [];
    const end = index + written.length;
    const around = `${code.slice(Math.max(0, index - MAX_DISTANCE), index)} ; ${code.slice(end, end + MAX_DISTANCE)}`;
    const [left, right] = [value, other].map((each) => `(?<![\\w$.])${escapeStringRegexp(each)}`);
    const isOtherSideChecked = new RegExp(
      `${right}\\s*(?:-|[<>])\\s*${left}|${left}\\s*[<>]=?\\s*${right}|${left}\\s*-\\s*${right}\\s*>`,
    );
    if (isOtherSideChecked.test(around)) return [];
    const message = `"${written}" also holds if ${value} is much smaller; write Math.abs(${value} - ${other})`;
    return [{ line: getLineNumberAt(code, index), message }];
  });
}

const changedInPlace =
  /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]{0,80})?=\s*([A-Za-z_$][\w$]*)\s*\.(sort|reverse)\(/g;
const comparison = /[!=]==?|\b(?:is)?(?:deep|strict|to)?(?:strict)?equals?\s*\(/i;
const sortedCopies: Readonly<Record<string, string>> = { sort: 'toSorted', reverse: 'toReversed' };

/** How many characters after a call of sort() are read. */
const MAX_LENGTH_AFTER_SORT = 1_500;

/** Finds lists that are compared with the result of their own sort() or reverse(), which is the same list. */
function findListsComparedWithThemselves(code: string): CodeWarning[] {
  return [...code.matchAll(changedInPlace)].flatMap(
    ({ index, 0: written, 1: result = '', 2: list = '', 3: method = '' }) => {
      const start = index + written.length;
      const [rest = ''] = code.slice(start, start + MAX_LENGTH_AFTER_SORT).split(/\n(?=\}|export\b|function\b)/);
      const [isResult, isList] = [result, list].map(
        (name) => new RegExp(`(?<![\\w$.])${escapeStringRegexp(name)}(?![\\w$]|\\.length)`),
      );
      const statements = rest.split(/[;\n]/);
      const isCompared = statements.some(
        (statement) => comparison.test(statement) && isResult?.test(statement) && isList?.test(statement),
      );
      if (!isCompared) return [];
      const message = `${method}() changes ${list} itself, so ${list} is compared with itself; write ${list}.${sortedCopies[method]}(…)`;
      return [{ line: getLineNumberAt(code, index), message }];
    },
  );
}
