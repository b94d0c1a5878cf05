import escapeStringRegexp from 'escape-string-regexp';
import { isJsonObject, type Json, toCanonicalJson, tryParseJson } from '../values/index.ts';
import { deepFreeze } from './case-part-interner.ts';
import { getConventionalKeyRank } from './conventional-key-order.ts';
import {
  haveSameShape,
  mergeTemplateHoles,
  parseTemplateExample,
  type TemplateExample,
  type TemplateExampleLeaf,
} from './template-example.ts';

export type TemplateMatch = {
  /**
   * The value of the object, as `JSON.parse` would return it. Parts that all lines of the template have in common are
   * one shared, frozen value.
   */
  value: Json;
  /** The text from which the hash of the value is computed. */
  canonical: string;
  /** The offset after the end of the object in the line. */
  end: number;
};

export type LineTemplate = {
  /**
   * Reads the object at the start of a line. Returns `undefined` if the line does not match; the caller then uses
   * `JSON.parse`.
   */
  match(text: string, start: number, lineEnd: number): TemplateMatch | undefined;
  /**
   * Offers a line that did not match the template as a new example. Most calls do nothing, because learning is slow.
   */
  addExample(line: string, value: Json): void;
};

/**
 * The minimum number of lines between two attempts to learn, because learning once costs as much as reading several
 * lines.
 */
const MIN_LINES_BETWEEN_LEARNING = 20;
const MAX_LINE_LENGTH = 10_000;

/**
 * Speeds up the parsing of generated files, in which most lines differ only in a few strings and numbers. The template
 * contains the common text of the lines, and a hole wherever two examples differ.
 */
export function createLineTemplate(): LineTemplate {
  let example: TemplateExample | undefined;
  let match: MatchLine | undefined;
  let lines = 0;
  let isInUse = false;
  return {
    match(text, start, lineEnd) {
      lines += 1;
      const matched = lineEnd - start > MAX_LINE_LENGTH ? undefined : match?.(text, start);
      if (matched !== undefined) isInUse = true;
      return matched;
    },
    addExample(line, value) {
      if (lines < MIN_LINES_BETWEEN_LEARNING || line.length > MAX_LINE_LENGTH) return;
      lines = 0;
      const next = parseTemplateExample(line, value);
      if (next === undefined) return;
      if (example !== undefined && haveSameShape(example, next)) {
        example = mergeTemplateHoles(next, example);
        match = createLineMatcher(example);
      } else if (isInUse) {
        // A single line of another shape does not change the template. The template is dropped when a new example is
        // due and no line has matched since the last one.
        isInUse = false;
      } else {
        example = next;
        match = undefined;
      }
    },
  };
}

type MatchLine = (text: string, start: number) => TemplateMatch | undefined;

const MAX_HOLES = 50;

/**
 * Excludes control characters, which JSON does not allow, and surrogates, whose JSON text may differ from the source.
 */
const PLAIN_STRING_SOURCE = String.raw`"[^"\\\0-\x1f\ud800-\udfff]*`;
/** The two groups never match the same text, so the regular expression does not backtrack on a mismatch. */
const HOLE_SOURCE = String.raw`(?:(${PLAIN_STRING_SOURCE}")|(${PLAIN_STRING_SOURCE}(?:\\.|[\ud800-\udfff])(?:[^"\\\0-\x1f]|\\.)*"|[^\s",:[\]{}]+))`;

function createLineMatcher({ line, value, gaps, leaves }: TemplateExample): MatchLine | undefined {
  const holes = leaves.filter(({ isHole }) => isHole);
  if (holes.length > MAX_HOLES) return undefined;
  const buildValue = createValueBuilder(
    value,
    holes.map(({ path }, hole) => ({ path, hole })),
  );
  const write = createCanonicalJsonWriter(buildValue, holes.length);
  if (write === undefined) return undefined;
  const isCanonical = toCanonicalJson(value, getConventionalKeyRank) === line;
  const pattern = createPattern(gaps, leaves);
  return (text, start) => {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    const filled = match === null ? undefined : extractHoleValues(match);
    if (match === null || filled === undefined) return undefined;
    const { values, texts, areCanonical } = filled;
    const canonical = isCanonical && areCanonical ? match[0] : write(texts);
    return { value: buildValue(values), canonical, end: pattern.lastIndex };
  };
}

function createPattern(gaps: readonly string[], leaves: readonly TemplateExampleLeaf[]): RegExp {
  let pattern = escapeStringRegexp(gaps[0] ?? '');
  for (const [index, leaf] of leaves.entries()) {
    pattern += leaf.isHole ? HOLE_SOURCE : escapeStringRegexp(leaf.text);
    pattern += escapeStringRegexp(gaps[index + 1] ?? '');
  }
  return new RegExp(pattern, 'y');
}

/**
 * The maximum length of a text, in characters, that may stay a slice of the file's text. A longer slice would keep the
 * text of the whole file in memory.
 */
const MAX_SLICE_LENGTH = 12;

/** The values for the holes of a template. `texts` are the same values in canonical JSON. */
type HoleValues = { values: Json[]; texts: string[]; areCanonical: boolean };

function extractHoleValues(match: RegExpExecArray): HoleValues | undefined {
  const values: Json[] = [];
  const texts: string[] = [];
  let areAsWritten = true;
  for (let groupIndex = 1; groupIndex < match.length; groupIndex += 2) {
    const text = match[groupIndex];
    if (text !== undefined) {
      values.push(text.length - 2 > MAX_SLICE_LENGTH ? JSON.parse(text) : text.slice(1, -1));
      texts.push(text);
      continue;
    }
    const original = match[groupIndex + 1] ?? '';
    const value = tryParseJson(original);
    const isKept = value !== undefined && (typeof value !== 'string' || original.startsWith('"'));
    if (!isKept) return undefined;
    const canonical = JSON.stringify(value);
    if (canonical !== original) areAsWritten = false;
    values.push(value);
    texts.push(canonical);
  }
  return { values, texts, areCanonical: areAsWritten };
}

type ValueBuilder = (values: readonly Json[]) => Json;
type TemplateHole = Pick<TemplateExampleLeaf, 'path'> & { hole: number };

/** Returns a function that builds the value of the example with new values in the template's holes. */
function createValueBuilder(value: Json, holes: readonly TemplateHole[], depth = 0): ValueBuilder {
  const [first] = holes;
  if (first === undefined) deepFreeze(value);
  if (first === undefined || typeof value !== 'object' || value === null) {
    return first === undefined ? () => value : (values) => values[first.hole] ?? null;
  }
  const changing = Object.entries(value).flatMap(([key, member]) => {
    const memberHoles = holes.filter(({ path }) => String(path[depth]) === key);
    const buildMember = createValueBuilder(member, memberHoles, depth + 1);
    return memberHoles.length === 0 ? [] : [{ key, make: buildMember }];
  });
  if (!isJsonObject(value)) {
    const items = changing.map(({ key, make }) => ({ index: Number(key), make }));
    return (values) => {
      const copy = value.slice();
      for (const { index, make } of items) copy[index] = make(values);
      return copy;
    };
  }
  return (values) => {
    const copy = { ...value };
    for (const { key, make } of changing) copy[key] = make(values);
    return copy;
  };
}

const holePattern = /"\\u0000hole (\d+)"/;

/**
 * Returns a function that builds the canonical JSON of a line: it inserts the given texts into the template's holes;
 * keys are in canonical order.
 */
function createCanonicalJsonWriter(
  buildValue: ValueBuilder,
  holes: number,
): ((texts: readonly string[]) => string) | undefined {
  const marks = Array.from({ length: holes }, (_, hole) => `\0hole ${hole}`);
  const [first = '', ...textsBetween] = toCanonicalJson(buildValue(marks), getConventionalKeyRank).split(holePattern);
  if (textsBetween.length !== 2 * holes) return undefined;
  const holesWithTexts = marks.map((_, index) => ({
    hole: Number(textsBetween[2 * index]),
    behind: textsBetween[2 * index + 1] ?? '',
  }));
  return (texts) => {
    let text = first;
    for (const { hole, behind } of holesWithTexts) text += texts[hole] + behind;
    return text;
  };
}
