import escapeStringRegexp from 'escape-string-regexp';
import { type CodeWarning, findClosingBracketInBlock, getLineNumberAt, MAX_BLOCK_LENGTH } from '../code-text.ts';

/**
 * Finds values that are not what their use expects: keys of a list that are used as its items, objects that are used as
 * texts, patterns that remember their last match, limits that are infinite by default, numbers with commas.
 */
export function findMisreadValues(code: string): CodeWarning[] {
  return [
    ...findKeysAsItems(code),
    ...findObjectsComparedByIdentity(code),
    ...findRememberedPositions(code),
    ...findInfiniteDefaults(code),
    ...findNumbersWithCommas(code),
  ];
}

/**
 * Finds code that uses the variable of a `for … in` loop as an object, although it is a key, that is, a text such as
 * "0".
 */
function findKeysAsItems(code: string): CodeWarning[] {
  return [...code.matchAll(/\bfor\s*\(\s*(?:const|let|var)\s+([\w$]+)\s+in\s+/g)].flatMap(
    ({ index, 0: { length }, 1: key = '' }) => {
      const head = findClosingBracketInBlock(code, index + length);
      if (head === undefined) return [];
      const [opening] = /^\)\s*\{/.exec(code.slice(head)) ?? [];
      const start = head + (opening?.length ?? 1);
      const end = opening === undefined ? code.indexOf('\n', start) : findClosingBracketInBlock(code, start);
      const [member] = listNonTextMembers(code.slice(start, end ?? start + MAX_BLOCK_LENGTH), key);
      if (member === undefined) return [];
      const message = `"for … in" gives the keys, so ${key} is a text and ${key}.${member} is undefined; write "for … of"`;
      return [{ line: getLineNumberAt(code, index), message }];
    },
  );
}

/** Returns the members of a variable that code reads, except those that texts have, too. */
export function listNonTextMembers(code: string, variable: string): string[] {
  const word = escapeStringRegexp(variable);
  const member = new RegExp(
    `(?<![\\w$.])(?:${word}|\\(\\s*${word}\\s+as\\s+[\\w$.]+\\s*\\))\\s*\\??\\.\\s*([\\w$]+)`,
    'g',
  );
  return [...code.matchAll(member)].map(([, name = '']) => name).filter((name) => !(name in String.prototype));
}

/** Matches a list that is created by a callback which returns an object for each item. */
const objectListPattern = String.raw`\.(?:map|flatMap)\(\s*(?:\([^()]*\)|[\w$]+)\s*=>\s*\(\{.*\}\s*\)+$`;

const setOfObjectsMessage =
  'objects are equal only to themselves, so a Set keeps all of them; compare texts such as JSON.stringify(each)';
const newObjectInListMessage =
  'a new object never equals an item of a list, so it is never found; compare its members with some()';
const newObjectInSetMessage =
  'objects are equal only to themselves, so equal content is never found; compare texts such as JSON.stringify(each)';

/**
 * Finds sets of objects, and searches for an object in a list by equality. Both rarely find anything, because an object
 * is equal only to itself.
 */
function findObjectsComparedByIdentity(code: string): CodeWarning[] {
  const declared = [
    ...code.matchAll(
      /\b(?:const|let)\s+([\w$]+)\s*(?::[^=\n]{0,200})?=\s*([^;]{0,600}?)(?:;|\n\s*(?:const|let|return|if|for)\b)/g,
    ),
  ];
  const lists = declared.filter(([, , value = '']) => new RegExp(objectListPattern, 's').test(value));
  const names = lists.map(([, name = '']) => escapeStringRegexp(name));
  const objects = [...names, String.raw`[\w$.?[\]]{0,60}\.tool_calls`].join('|');
  const visited = `\\bfor\\s*\\(\\s*(?:const|let)\\s+([\\w$]+)\\s+of\\s+(?:${objects})\\s*\\)`;
  const patterns = [
    { source: `new Set\\(\\s*(?:${objects})\\s*\\)\\.size`, message: setOfObjectsMessage },
    { source: '\\.(?:includes|indexOf)\\(\\s*\\{', message: newObjectInListMessage },
    {
      source: `${visited}[^;]{0,200}?\\.has\\(\\s*\\1\\s*\\)[^}]{0,80}\\}?[^}]{0,80}\\.add\\(\\s*\\1\\s*\\)`,
      message: newObjectInSetMessage,
    },
    {
      source: `(?<![\\w$.])(${objects})\\.\\w+\\(\\s*\\(\\s*([\\w$]+),\\s*([\\w$]+)\\s*\\)\\s*=>\\s*\\1\\.indexOf\\(\\s*\\2\\s*\\)\\s*[!=]==?\\s*\\3`,
      message: newObjectInSetMessage,
    },
  ];
  return patterns.flatMap(({ source, message }) =>
    [...code.matchAll(new RegExp(source, 'g'))].map(({ index }) => ({ line: getLineNumberAt(code, index), message })),
  );
}

/** Matches the declaration of a regular expression with the flag g or y, including the space before it. */
const positionedPattern =
  /^([ \t]*)(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::\s*RegExp\s*)?=\s*(?:\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/([a-z]*[gy][a-z]*)|new RegExp\([^;\n]*,\s*['"]([a-z]*[gy][a-z]*)['"]\s*\))\s*;?\s*$/gm;

/**
 * Finds regular expressions with the flag g or y that are shared by calls for different texts, because such a pattern
 * starts its next search where the last match ended. These are patterns at module level, and patterns in a callback for
 * the items of a list.
 */
function findRememberedPositions(code: string): CodeWarning[] {
  return [...code.matchAll(positionedPattern)].flatMap(([, indent = '', name = '', literal, written]) => {
    const word = `(?<![\\w$.])${escapeStringRegexp(name)}`;
    const callback = '\\.(?:some|every|filter|find|findIndex|map)\\(\\s*\\(?[\\w$]+\\)?\\s*=>\\s*!?\\s*';
    const [use] = code.matchAll(new RegExp(`${indent === '' ? '' : callback}${word}\\.(test|exec)\\(`, 'g'));
    // `replace()` and `match()` reset the position of a pattern, and a loop goes through all matches of one text, so
    // these uses are not reported.
    const isReset = `\\b(?:while|for)\\s*\\([^\\n]*${word}\\.|${word}\\.lastIndex|\\.(?:replace|match)\\(\\s*${word}`;
    if (use === undefined || new RegExp(isReset).test(code)) return [];
    const flag = (literal ?? written ?? '').includes('g') ? 'g' : 'y';
    const message = `${name} has the flag ${flag}, so ${use[1]}() goes on from the end of its last match, even in another text; leave out the flag`;
    return [{ line: getLineNumberAt(code, use.index), message }];
  });
}

/** Finds limits that are read from an environment variable and have no effect if the variable is not set. */
function findInfiniteDefaults(code: string): CodeWarning[] {
  const limit =
    /\bprocess\.env(?:\.(\w+)|\[['"](\w+)['"]\])\)?\s*(?:\?\?|\|\|)\s*-?(?:Number\.)?(Infinity|(?:MAX|POSITIVE|NEGATIVE)_\w+)/g;
  return [...code.matchAll(limit)].map(({ index, 1: dotted, 2: quoted, 3: value }) => {
    const name = dotted ?? quoted ?? '';
    const message = `without the variable ${name} this limit is ${value}, so the check passes for every number; throw an error if it is not set`;
    return { line: getLineNumberAt(code, index), message };
  });
}

/**
 * Matches a variable that stores the result of a regular expression search, or its first group, together with the
 * search.
 */
const searchForGroupsPattern =
  /\b(?:const|let)\s+(?:([\w$]+)|\[\s*,\s*([\w$]+)[^\]\n]{0,40}\])\s*=\s*([^;\n]{0,200}(?:\.exec|\.match)\([^;\n]{0,200})/g;
const groupWithCommasPattern = /\[(?:\\d[^\]\n]{0,10},|[^\]\n]{0,10},[^\]\n]{0,10}\\d)/;

/** Finds code that converts texts such as "1,299.00" to numbers, although the conversion stops at the comma. */
function findNumbersWithCommas(code: string): CodeWarning[] {
  return [...code.matchAll(searchForGroupsPattern)].flatMap(({ index, 1: found, 2: group = '', 3: search = '' }) => {
    const text =
      found === undefined ? escapeStringRegexp(group) : `${escapeStringRegexp(found)}(?:\\?\\.|!)?\\[(\\d)\\]`;
    const use = new RegExp(`\\b(parseFloat|parseInt|Number)\\(\\s*${text}!?\\s*[,)]`);
    const usage = use.exec(code.slice(index, index + MAX_BLOCK_LENGTH));
    const [, reader = '', position = '1'] = usage ?? [];
    const groups = [search, ...[...search.matchAll(/\((?!\?[:=!<])([^()]{0,80})\)/g)].map(([, inside = '']) => inside)];
    if (usage === null || !groupWithCommasPattern.test(groups[Number(position)] ?? '')) return [];
    const effect = reader === 'Number' ? 'is not a number' : 'is 1';
    const message = `${reader}() reads no commas, so the text "1,299.00" ${effect}; remove them first`;
    return [{ line: getLineNumberAt(code, index + usage.index), message }];
  });
}
