import { checkAssertion } from '../assertions/check-assertion.ts';
import { compilePattern } from '../assertions/compile-pattern.ts';
import { extractJson } from '../assertions/extract-json.ts';
import { formatJsonForMessage } from '../assertions/to-plain-text.ts';
import type { BuiltInScorer, ScorerDefinition } from '../contract/index.ts';
import type { ScorerAnswer } from '../ports/index.ts';
import { type Json, toCanonicalJson, tryParseJson } from '../values/index.ts';
import { computeLevenshteinSimilarity } from './levenshtein.ts';

type BuiltInScorerSettings = Extract<ScorerDefinition, { type: BuiltInScorer }>;
type ScoredTextPair = { output: string; groundTruth: string };

/**
 * Scores an output against its ground truth, from 0 to 1. Texts are equal if they are canonically equivalent in
 * Unicode, whatever their encoding. Throws if the ground truth cannot be compared.
 */
export function scoreByBuiltIn(definition: BuiltInScorerSettings, texts: ScoredTextPair): ScorerAnswer {
  switch (definition.type) {
    case 'exact':
    case 'contains':
    case 'levenshtein':
      return scoreText(definition, texts);
    case 'numeric':
      return scoreNumber(texts);
    case 'json':
      return scoreJson(texts);
    case 'regex':
      return scorePattern(texts);
    default:
      return definition satisfies never;
  }
}

type TextScorerSettings = Extract<BuiltInScorerSettings, { type: 'exact' | 'contains' | 'levenshtein' }>;

function scoreText(definition: TextScorerSettings, texts: ScoredTextPair): ScorerAnswer {
  const output = normalizeForComparison(definition, texts.output);
  const groundTruth = normalizeForComparison(definition, texts.groundTruth);
  switch (definition.type) {
    case 'exact':
      return toPassOrFailScore(output === groundTruth, `expected ${formatJsonForMessage(groundTruth)}`);
    case 'contains':
      if (groundTruth === '') throw new Error('there is no ground truth to look for');
      return toPassOrFailScore(
        output.includes(groundTruth),
        `expected ${formatJsonForMessage(groundTruth)} in the output`,
      );
    case 'levenshtein':
      return { score: computeLevenshteinSimilarity(output, groundTruth) };
    default:
      return definition.type satisfies never;
  }
}

function normalizeForComparison({ ignore_case, ignore_whitespace }: TextScorerSettings, text: string): string {
  const trimmed = ignore_whitespace === true ? text.replace(/\s+/gu, ' ').trim() : text;
  // Converts to upper case first and then to lower case, so that ß equals SS and both lower-case sigmas are equal, as
  // they are for a human reader.
  return (ignore_case === true ? trimmed.toUpperCase().toLowerCase().replaceAll('ς', 'σ') : trimmed).normalize('NFC');
}

const numberPattern = /[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?<=\d)(?:[eE][-+]?\d+)?/;

/** Scores a number: one minus the difference divided by the larger number. 95 instead of 100 scores 0.95. */
function scoreNumber({ output, groundTruth }: ScoredTextPair): ScorerAnswer {
  const expectedNumber = parseNumberText(groundTruth);
  if (expectedNumber === undefined)
    throw new Error(`the ground truth ${formatJsonForMessage(groundTruth)} has no number`);
  const actual = parseNumberText(output);
  if (actual === undefined) return { score: 0, reason: `no number in ${formatJsonForMessage(output)}` };
  const larger = Math.max(Math.abs(actual), Math.abs(expectedNumber));
  const score = larger === 0 ? 1 : Math.max(0, 1 - Math.abs(actual - expectedNumber) / larger);
  return { score, reason: `${actual} for ${expectedNumber}` };
}

function parseNumberText(text: string): number | undefined {
  const value = Number(numberPattern.exec(text)?.[0].replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
}

function scoreJson({ output, groundTruth }: ScoredTextPair): ScorerAnswer {
  const expectedJson = parseJsonText(groundTruth);
  if (expectedJson === undefined) throw new Error(`the ground truth ${formatJsonForMessage(groundTruth)} is not JSON`);
  const actual = parseJsonText(output);
  if (actual === undefined) return { score: 0, reason: `no JSON in ${formatJsonForMessage(output)}` };
  return toPassOrFailScore(
    toCanonicalJson(actual) === toCanonicalJson(expectedJson),
    `expected ${formatJsonForMessage(expectedJson)}, got ${formatJsonForMessage(actual)}`,
  );
}

function parseJsonText(text: string): Json | undefined {
  const value = tryParseJson(text);
  return value === undefined ? extractJson(text) : value;
}

function scorePattern({ output, groundTruth }: ScoredTextPair): ScorerAnswer {
  if (groundTruth === '') throw new Error('there is no ground truth to take as a pattern');
  const problem = checkAssertion({ type: 'regex', value: groundTruth }).find(
    ({ runs, isWarning }) => !runs && !isWarning,
  );
  if (problem !== undefined) throw new Error(problem.message);
  const compiled = compilePattern(groundTruth);
  if (compiled.kind === 'invalid') throw new Error(compiled.reason);
  return toPassOrFailScore(
    compiled.pattern.matches(output),
    `expected a match of ${formatJsonForMessage(groundTruth)}`,
  );
}

function toPassOrFailScore(isSatisfied: boolean, otherwise: string): ScorerAnswer {
  return isSatisfied ? { score: 1 } : { score: 0, reason: otherwise };
}
