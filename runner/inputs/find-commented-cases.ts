import type { TestCase } from '../contract/index.ts';
import { abbreviateNameList, isJsonObject, tryParseJson } from '../values/index.ts';
import type { InputProblem } from './problem.ts';
import type { SourceItem } from './source-items.ts';
import type { createPositions } from './source-position.ts';

type TextWithComments = {
  text: string;
  file: string;
  positionOf: ReturnType<typeof createPositions>;
  cases: readonly TestCase[];
  /** Parses the items of the text again. This is slow, so it is called only if a rule is commented out. */
  items: () => Iterable<SourceItem>;
};

/**
 * Reports cases and rules that are commented out with `//`, because nothing else would show that they are not checked.
 */
export function findCommentedOutContent(textWithComments: TextWithComments): InputProblem[] {
  if (!/^[ \t]*\/\/[ \t]*["{]/m.test(textWithComments.text)) return [];
  return [...findCommentedOutCases(textWithComments), ...findCommentedOutRules(textWithComments)];
}

/**
 * Gives one warning for all commented-out cases. A commented-out case is ignored if an active case has the same id,
 * because it is an earlier version.
 */
function findCommentedOutCases({ text, file, positionOf, cases }: TextWithComments): InputProblem[] {
  const ids = new Set(cases.map(({ id }) => id));
  const comments = [...text.matchAll(/^[ \t]*\/\/(.*)$/gm)].flatMap(({ index, 1: comment = '' }) => {
    const json = comment.trim();
    if (!json.startsWith('{')) return [];
    const value = tryParseJson(json.endsWith(',') ? json.slice(0, -1) : json);
    if (!isJsonObject(value) || typeof value.id !== 'string' || ids.has(value.id)) return [];
    return ['input', 'turns', 'simulator', 'checkpoints'].some((key) => Object.hasOwn(value, key))
      ? [{ offset: index, id: value.id }]
      : [];
  });
  const [first] = comments;
  if (first === undefined) return [];
  const names = abbreviateNameList(comments.map(({ id }) => id));
  const count = comments.length === 1 ? '1 case is' : `${comments.length} cases are`;
  const message = `${count} commented out: ${names}; use "skip": true to leave a case out and still list it`;
  return [{ file, ...positionOf(first.offset), message }];
}

/**
 * Reports commented-out rules, unless the case has a rule with the same key: then the comment is an earlier version of
 * it.
 */
function findCommentedOutRules({ text, file, positionOf, items }: TextWithComments): InputProblem[] {
  const comments = [...text.matchAll(/^[ \t]*\/\/[ \t]*("(assert|never|checkpoints)"[ \t]*:.*)$/gm)].filter(
    ({ 1: member = '' }) => tryParseJson(`{${member.trim().replace(/,$/, '')}}`) !== undefined,
  );
  if (comments.length === 0) return [];
  const sourceItems = [...items()];
  return comments.flatMap(({ index, 2: key = '' }) => {
    if (!sourceItems.some((item) => isInsideItem(index, item) && !mayHaveKey(item, key))) return [];
    return [{ file, ...positionOf(index), message: `"${key}" is commented out here, and checks nothing` }];
  });
}

function isInsideItem(offset: number, { start, end }: SourceItem): boolean {
  return offset > start && offset < end;
}

function mayHaveKey(item: SourceItem, key: string): boolean {
  return item.kind === 'problem' || (isJsonObject(item.value) && Object.hasOwn(item.value, key));
}
