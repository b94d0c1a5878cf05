import {
  applyEdits,
  type CaseEdit,
  createDocumentCheck,
  createDuplicateCaseEdits,
  createMoveCaseEdits,
  editCase,
  type JsonPath,
} from '../../../runner/authoring/index.ts';
import { getValueAtPath, isJsonObject, type Json, tryParseJson } from '../../../runner/values/index.ts';
import { mutateJson } from '../mutate.ts';
import { createRandom } from '../random.ts';
import { requireEqual, requireTrue, type Target } from './target.ts';

/**
 * The input is a value and a seed: the value is written as text in a random style, edited as text, and parsed again.
 */
const edits: Target = {
  name: 'edits of cases',
  weight: 14,
  mutate: (seeds, random) =>
    JSON.stringify({ seed: random.below(2 ** 31), value: JSON.parse(mutateJson(seeds, random)) }),
  seeds: () => [
    '{"id":"a","input":"x","assert":[{"type":"contains","value":"y"},{"type":"regex","value":"z"}],"tags":["t","u"],"metadata":{"deep":{"list":[1,[2,{"a":null}]]}}}',
    '{"id":"b","checkpoints":[{"id":"p","after":["q"],"assert":{"type":"equals","value":{"k":[]}}},{"id":"q","assert":[]}],"turns":[{"input":"hi"}]}',
  ],
  check(input) {
    const given = tryParseJson(input);
    if (!isJsonObject(given) || !isJsonObject(given.value) || typeof given.seed !== 'number') return;
    const random = createRandom(given.seed);
    const before = given.value;
    const text = JSON.stringify(before, undefined, random.pick([undefined, 2, '\t']));
    const path = randomPath(before, random.below);
    const edit = randomEdit(before, path, random);
    const after = applyEdits(text, editCase(text, [edit]));
    const value = tryParseJson(after);
    requireTrue(value !== undefined, `after ${JSON.stringify(edit)} the text is not JSON: ${after.slice(0, 200)}`);
    if (value === undefined || hasOddKeys(before)) return;
    if (edit.kind === 'set' && path.length > 0 && getValueAtPath(before, path) !== undefined) {
      requireEqual(getValueAtPath(value, path), edit.value, `the value set at ${JSON.stringify(path)}`);
      const back = applyEdits(
        after,
        editCase(after, [{ kind: 'set', path, value: getValueAtPath(before, path) ?? null }]),
      );
      requireEqual(tryParseJson(back), before, 'the value set and set back');
    }
    if (edit.kind === 'remove' && typeof path.at(-1) === 'string' && getValueAtPath(before, path) !== undefined) {
      requireTrue(
        getValueAtPath(value, path) === undefined,
        `what was removed at ${JSON.stringify(path)} is still there`,
      );
    }
    editLists(text);
  },
};

function editLists(text: string): void {
  const file = `${text}\n{"id":"other","input":"x"}\n`;
  const { cases } = createDocumentCheck({ file: 's.jsonl' }).check(file);
  const [first] = cases;
  if (first === undefined || cases.length !== 2) return;
  const list = { text: file, cases };
  const twice = applyEdits(file, createDuplicateCaseEdits(list, first).edits);
  requireTrue(
    createDocumentCheck({ file: 's.jsonl' }).check(twice).cases.length === 3,
    'a case was duplicated, and there are not three',
  );
  const moved = applyEdits(file, createMoveCaseEdits(list, { from: 0, to: 1 }));
  requireEqual(
    createDocumentCheck({ file: 's.jsonl' })
      .check(moved)
      .cases.map(({ id }) => id),
    cases.map(({ id }) => id).toReversed(),
    'the order after a move',
  );
}

/**
 * True if a value has keys with unusual spellings. The editor accepts several spellings of a key, so the property does
 * not depend on which spelling is edited.
 */
function hasOddKeys(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasOddKeys);
  const keys = Object.keys(value);
  return (
    keys.some((key) => !/^[a-z_]+$/.test(key) || key === '__proto__') ||
    new Set(keys.map((key) => key.replaceAll('_', '').replace(/s$|ion$|ions$/, ''))).size < keys.length ||
    Object.values(value).some(hasOddKeys)
  );
}

function randomPath(value: Json, below: (limit: number) => number): JsonPath {
  const path: (string | number)[] = [];
  for (let current: Json | undefined = value; typeof current === 'object' && current !== null; ) {
    const keys: (string | number)[] = Array.isArray(current) ? [...current.keys()] : Object.keys(current);
    const key = keys[below(keys.length)];
    if (key === undefined || (path.length > 0 && below(3) === 0)) break;
    path.push(key);
    current = Array.isArray(current) ? current[Number(key)] : current[String(key)];
  }
  return path;
}

function randomEdit(value: Json, path: JsonPath, random: ReturnType<typeof createRandom>): CaseEdit {
  const at = getValueAtPath(value, path);
  const fresh = random.pick<Json>(['new', 1, null, [], {}, ['a', { b: 2 }], { 'a b': '"\\\n' }, 'é\u2028']);
  switch (random.below(5)) {
    case 0:
      return { kind: 'remove', path };
    case 1:
      return { kind: 'rename', path, key: random.pick(['renamed', 'a"b', 'input']) };
    case 2:
      return { kind: 'insert', path, index: random.below(3), value: fresh };
    case 3:
      return { kind: 'move', path, from: random.below(3), to: random.below(3) };
    default:
      return { kind: 'set', path: at === undefined ? ['id'] : path, value: fresh };
  }
}

export const editTargets: readonly Target[] = [edits];
