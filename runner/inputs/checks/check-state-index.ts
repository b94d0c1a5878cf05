import { parseJsonPath, selectPath } from '../../assertions/json-path.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { type CaseFinding, warningAt } from '../finding.ts';
import type { AssertionList } from './assertion-list.ts';

/**
 * Finds rules that read an item of a list in the state by its position, although the user names another item of the list
 * by its id.
 */
export function checkStateIndexes(authored: AuthoredCase, lists: readonly AssertionList[]): CaseFinding[] {
  const { state, input, turns = [], simulator } = authored;
  if (state === undefined) return [];
  const userTexts = JSON.stringify([input ?? null, turns.map((turn) => turn.input), simulator ?? null]);
  const readPaths = lists.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.type === 'state' && rule.path !== undefined ? [rule.path] : [])),
  );
  return lists.flatMap(({ rules, path }) =>
    rules.flatMap((rule, index) => {
      if (rule.type !== 'state' || rule.path === undefined || rule.negate === true) return [];
      const mistake = describeOtherItem(rule.path, { state, userTexts, readPaths });
      return mistake === undefined ? [] : warningAt([...path, index, 'path'], mistake);
    }),
  );
}

type CaseTexts = { state: Json; userTexts: string; readPaths: readonly string[] };

function describeOtherItem(path: string, { state, userTexts, readPaths }: CaseTexts): string | undefined {
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return undefined;
  const at = parsed.steps.findIndex(({ kind }) => kind === 'index');
  const step = parsed.steps[at];
  const selection = at === -1 ? undefined : selectPath(state, parsed.steps.slice(0, at));
  if (step?.kind !== 'index' || selection?.kind !== 'value' || !Array.isArray(selection.value)) return undefined;
  const ids = selection.value.map(getItemId);
  const ownId = ids[step.index];
  if (ownId === undefined || ids.includes(undefined) || hasWord(userTexts, ownId)) return undefined;
  const namedIds = ids.filter((id) => id !== undefined && hasWord(userTexts, id));
  const [namedId] = namedIds;
  if (namedId === undefined || namedIds.length > 1) return undefined;
  const namedIndex = ids.indexOf(namedId);
  const namedPath = path.replace(`[${step.index}]`, `[${namedIndex}]`);
  // If another rule reads the item that the user names, this rule probably checks that its own item stays unchanged.
  const beginning = namedPath.slice(0, namedPath.indexOf(`[${namedIndex}]`) + `[${namedIndex}]`.length);
  if (readPaths.some((each) => each.startsWith(beginning))) return undefined;
  return `${path} belongs to ${JSON.stringify(ownId)}, but the user names ${JSON.stringify(namedId)}, which is at ${namedPath}`;
}

function getItemId(item: Json): string | undefined {
  const id = isJsonObject(item) ? (item.id ?? item.key ?? item.number) : undefined;
  return typeof id === 'string' && /\d/.test(id) ? id : undefined;
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}_-]+/u).includes(word);
}
