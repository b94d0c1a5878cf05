import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { lookUpPath } from '../../assertions/json-document.ts';
import { jsonEquals } from '../../assertions/json-equals.ts';
import { type PathStep, parseJsonPath } from '../../assertions/json-path.ts';
import { formatJsonForMessage } from '../../assertions/to-plain-text.ts';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { type Json, listTextsInValue } from '../../values/index.ts';
import type { CaseWithAnswers } from './unchecked-expectations.ts';

type AnsweredCase = Pick<CaseWithAnswers, 'rules' | 'answers'> & { testCase: Pick<StandardOrDynamicCase, 'name'> };

/** A rule on one item of a list, such as `$.items[0].sku`. */
type ItemRule = { value: Json; listPath: string; list: PathStep[]; index: number; rest: PathStep[] };

/** Types of rules that may read the whole list. */
const typesReadingLists: ReadonlySet<Assertion['type']> = new Set(['agent', 'equals', 'script', 'snapshot']);

/**
 * Finds lists of which rules read only some items, although the name of the case speaks of the others: it says that
 * there is only this item, or it says something of every item which another item does not fulfil.
 */
export function findUnreadItems({ testCase: { name = '' }, rules, answers }: AnsweredCase): string[] {
  if (!exclusive.test(name) && !everyItem.test(name)) return [];
  if (rules.some(({ type }) => typesReadingLists.has(type))) return [];
  const itemRules = rules.flatMap(parseItemRule);
  const byList = Map.groupBy(itemRules, ({ listPath }) => listPath);
  return [...byList].flatMap(([listPath, ofList]) => {
    const [{ list = [] } = {}] = ofList;
    if (rules.some((rule) => readsWholeList(rule, list))) return [];
    const read = new Set(ofList.map(({ index }) => index));
    const lists = answers.map((answer) => lookUpPath({ value: answer }, list)?.selection);
    const items = lists.findLast((each) => each?.kind === 'value' && Array.isArray(each.value));
    if (items?.kind !== 'value' || !Array.isArray(items.value)) return [];
    const unread = items.value.flatMap((item, index) => (read.has(index) ? [] : [{ item, index }]));
    const [other] = isSaidToBeAlone(name, ofList)
      ? unread
      : unread.filter(({ item }) => ofList.some((rule) => isUnfulfilled(rule, { item, name })));
    if (other === undefined) return [];
    const indexes = [...read].toSorted((left, right) => left - right).join(' and ');
    return [
      `${listPath} has ${items.value.length} items, and the rules read only index ${indexes}, but not ${formatJsonForMessage(other.item)}; a rule on ${listPath}[*] reads all`,
    ];
  });
}

function parseItemRule(rule: Assertion): ItemRule[] {
  if (rule.type !== 'json_path' || isForbiddingAssertion(rule) || rule.negate === true) return [];
  const parsed = parseJsonPath(rule.path);
  if (parsed.kind === 'invalid') return [];
  const at = parsed.steps.findLastIndex(({ kind }) => kind === 'index');
  const step = parsed.steps[at];
  if (step?.kind !== 'index') return [];
  const list = parsed.steps.slice(0, at);
  const listPath = rule.path.slice(0, rule.path.lastIndexOf(`[${step.index}]`));
  return [{ value: rule.value, listPath, list, index: step.index, rest: parsed.steps.slice(at + 1) }];
}

/** True if a rule reads the list itself, a part of the answer that contains it, or several of its items. */
function readsWholeList(rule: Assertion, list: readonly PathStep[]): boolean {
  if (rule.type !== 'json_path' && rule.type !== 'type') return false;
  const parsed = parseJsonPath(rule.path ?? '$');
  if (parsed.kind === 'invalid') return false;
  const differing = parsed.steps.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(list[index]));
  if (differing === -1) return rule.type === 'json_path';
  return differing === list.length && parsed.steps[differing]?.kind !== 'index';
}

/** Words with which a name says that there is nothing else, except if a condition follows: "only after a refund". */
const exclusive =
  /\b(?:only|just|alone|(?:nothing|no one|nobody|none) (?:else|but)|no(?:thing)? (?:other|more)|exactly one|a single)\b(?!\s+(?:about|after|as|at|before|by|for|from|if|in|on|once|since|the first|to|until|when|while|with)\b)/i;

/** True if the name says that there is only this item, and contains a word of the value that is read of it. */
function isSaidToBeAlone(name: string, rules: readonly ItemRule[]): boolean {
  const words = rules.flatMap(({ value }) =>
    listTextsInValue(value).flatMap((text) => text.match(/\p{L}{3,}/gu) ?? []),
  );
  return exclusive.test(name) && words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
}

const everyItem = /\b(?:every|each|all)\b/i;

/** True if the name says of every item what a rule requires of one, and another item does not have it. */
function isUnfulfilled({ value, list, rest }: ItemRule, { item, name }: { item: Json; name: string }): boolean {
  const key = list.findLast((step) => step.kind === 'key')?.key.toLowerCase() ?? '';
  const noun = key.replace(/(?:ies|es|s)$/, '');
  if (
    noun.length < 3 ||
    !new RegExp(`\\b(?:every|each|all(?: of)?(?: the)?) ${noun.replaceAll(/\W/g, '.')}`, 'i').test(name)
  )
    return false;
  const selection = lookUpPath({ value: item }, rest)?.selection;
  const other = selection?.kind === 'value' ? selection.value : null;
  if (other === null || other === '') return value !== null && value !== '';
  const isNamed = (typeof value === 'string' || typeof value === 'number') && hasWord(name, String(value));
  return isNamed && !jsonEquals(value, other);
}

function hasWord(text: string, word: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .includes(word.toLowerCase());
}
