import type { Json, JsonObject } from '../../runner/values/index.ts';
import type { Random } from './random.ts';

/** A function that derives an input of a fuzz target from the target's seeds, which are valid inputs. */
export type Mutate = (seeds: readonly string[], random: Random) => string;

const riskyTexts = [
  ...['\u0000', '\ufeff', '\u2028', '\u202e', '\u001b[31m', '\ud800', '\udfff', '\r', '\r\n', '\n', '\t', '\u00a0'],
  ...[
    '"',
    "'",
    '\\',
    '\\u0000',
    '\\ud83d',
    '`',
    '{{',
    '}}',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ';',
    '|',
    '//',
    '/*',
    '#',
    '```',
  ],
  ...[
    '- ',
    '? ',
    '&a ',
    '*a',
    '!!x ',
    '<<: ',
    '---',
    '%',
    '@',
    '$',
    '$..',
    '?(',
    '..',
    '*',
    '(',
    ')',
    '(a+)+$',
    '(?<',
    '.*',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    'null',
    'true',
    'NaN',
    'Infinity',
    '-0',
    '1e999',
  ],
  ...[
    '9007199254740993',
    '-1',
    '0',
    '0.1',
    '1e-400',
    '24h',
    '-5s',
    '99999999999h',
    'file://',
    'scripts:',
    'agents:',
    '=cmd()',
  ],
  ...['data: ', 'event: error\n', 'id: 1\n', '[DONE]', 'data: {}\n\n', 'é', '漢字', '👩‍👩‍👧', '\u0301', 'İ', 'ß'],
  ...['['.repeat(600), '{"a":'.repeat(600), 'a'.repeat(3_000), ' '.repeat(3_000), '\n'.repeat(300), '"'.repeat(301)],
];

const nastyValues: readonly Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, '', ' ', 'a', [], {}, [[]], [null], [{}], { '': '' }, ['a', 'a']],
  ...riskyTexts,
  ...[
    { __proto__: null, id: 'x' },
    { constructor: 1 },
    { length: 3 },
    { role: 'user', content: 'x' },
    Array(40).fill('a'),
  ],
];

/** Makes random changes to a text, without regard to its syntax. */
export const mutateText: Mutate = (seeds, random) => {
  let text = random.pick(seeds);
  for (let change = random.below(5); change >= 0; change -= 1) text = changeText(text, seeds, random);
  return text;
};

function changeText(text: string, seeds: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const to = Math.min(text.length, at + random.below(random.chance(0.8) ? 8 : 200));
  switch (random.below(7)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, to) + text.slice(at);
    case 2: {
      const other = random.pick(seeds);
      const from = random.below(other.length + 1);
      return text.slice(0, at) + other.slice(from, from + random.below(100)) + text.slice(to);
    }
    case 3:
      return (
        text.slice(0, at) + String.fromCharCode(random.below(random.chance(0.9) ? 128 : 65_536)) + text.slice(at + 1)
      );
    case 4:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + random.pick(riskyTexts) + text.slice(random.chance(0.5) ? at : to);
  }
}

/** Changes values inside JSON, so that the result is still valid JSON. */
export const mutateJson: Mutate = (seeds, random) => {
  const parseJson = (text: string): Json => JSON.parse(text);
  let value = parseJson(random.pick(seeds));
  for (let change = random.below(4); change >= 0; change -= 1) {
    value = changeValue(value, random, () => randomPart(parseJson(random.pick(seeds)), random));
  }
  return JSON.stringify(value, undefined, random.chance(0.1) ? random.below(5) : 0);
};

/** Changes a text of JSON Lines: some lines as values, others as text. */
export const mutateLines: Mutate = (seeds, random) => {
  const lines = Array.from({ length: 1 + random.below(4) }, () => {
    const kind = random.below(5);
    if (kind === 0) return mutateText(seeds, random);
    return kind === 1 ? random.pick(seeds) : mutateJson(seeds, random);
  });
  return lines.join(random.pick(['\n', '\n', '\r\n', '\n\n', ',\n']));
};

function changeValue(value: Json, random: Random, piece: () => Json): Json {
  if (typeof value !== 'object' || value === null || random.chance(0.15))
    return randomReplacement(value, random, piece);
  if (Array.isArray(value)) return changeList(value, random, piece);
  return changeObject(value, random, piece);
}

function changeList(list: readonly Json[], random: Random, piece: () => Json): Json[] {
  const items = [...list];
  const at = random.below(items.length + 1);
  const kind = random.below(6);
  if (kind === 0) items.splice(at, 1);
  else if (kind === 1 || at === items.length) items.splice(at, 0, piece());
  else items[at] = changeValue(items[at] ?? null, random, piece);
  return items;
}

function changeObject(object: JsonObject, random: Random, piece: () => Json): JsonObject {
  const entries = Object.entries(object);
  const at = random.below(entries.length + 1);
  const [key, value] = entries[at] ?? [random.pick(riskyTexts), piece()];
  const kind = random.below(8);
  if (kind === 0) entries.splice(at, 1);
  else if (kind === 1) entries[at] = [random.pick([...riskyTexts, key.toUpperCase(), `${key}s`, key.slice(1)]), value];
  else if (kind === 2) entries.push([key, piece()]);
  else entries[at] = [key, changeValue(value, random, piece)];
  return Object.fromEntries(entries);
}

function randomReplacement(value: Json, random: Random, piece: () => Json): Json {
  const kind = random.below(6);
  if (kind === 0) return [value];
  if (kind === 1) return { [random.pick(riskyTexts)]: value };
  if (kind === 2 && typeof value === 'string') return changeText(value, [value], random);
  if (kind === 3 && typeof value === 'number') return random.pick([-value, value * 1e9, value + 0.5, String(value)]);
  return kind === 4 ? piece() : random.pick(nastyValues);
}

/** Returns a randomly chosen value nested inside the given value, or the value itself. */
function randomPart(value: Json, random: Random): Json {
  if (typeof value !== 'object' || value === null || random.chance(0.3)) return value;
  const members: Json[] = Array.isArray(value) ? value : Object.values(value);
  return members.length === 0 ? value : randomPart(random.pick(members), random);
}
