import { type Node, parseTree } from 'jsonc-parser';
import { findTooDeepOffset, isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { extractJson, listJsonTexts, repairJson } from '../extract-json.ts';

export type JudgeVerdict = { passed: boolean; reason: string; score?: number; isRepaired?: true };

/** A contradiction in the judge's reply, because of which its verdict does not count. */
export type VerdictConflict = { conflict: string; kind: 'two_verdicts' | 'score_conflict' };

/** The highest score of a judge that does not declare one. */
const MAX_SCORE = 1;

/** Matches a verdict in YAML, which some models write instead of JSON. */
const plainVerdictPatterns = /^passed:[ \t]*(true|false)[ \t]*$/gm;

/**
 * Parses the verdict in a judge's answer; undefined if it contains none. Two different verdicts, a pass with a score of
 * 0 or less, and a failure with the highest score are conflicts, because it is unclear which of the two was meant.
 */
export function parseJudgeVerdict(answer: string, declaredMax?: number): JudgeVerdict | VerdictConflict | undefined {
  const answerJson = extractJson(answer, isVerdictObject);
  const repairedJson = answerJson === undefined ? repairJson(answer, isVerdictObject) : undefined;
  const source = isJsonObject(answerJson) ? answerJson : repairedJson;
  const verdict = source === undefined ? parsePlainVerdict(answer) : toVerdict(source);
  if (verdict === undefined) return undefined;
  if (new Set(listVerdictsInReply(answer, repairedJson)).size > 1)
    return { conflict: 'two different verdicts in one reply', kind: 'two_verdicts' };
  const conflict = describeScoreConflict(verdict, declaredMax ?? getMaxScore(source));
  if (conflict !== undefined) return { conflict, kind: 'score_conflict' };
  return repairedJson === undefined ? verdict : { ...verdict, isRepaired: true };
}

/**
 * Parses the answer of a judge that gives scores. Returns its `score`, otherwise 1 or 0 for its verdict; undefined if
 * it contains neither.
 */
export function parseScoringAnswer(
  answer: string,
  declaredMax?: number,
): { score: number; reason: string } | VerdictConflict | undefined {
  const verdict = parseJudgeVerdict(answer, declaredMax);
  if (verdict !== undefined && 'conflict' in verdict) return verdict;
  const scoredJson = extractJson(answer, (value) => isJsonObject(value) && isScore(value.score));
  if (isJsonObject(scoredJson) && isScore(scoredJson.score)) {
    return { score: scoredJson.score, reason: typeof scoredJson.reason === 'string' ? scoredJson.reason : '' };
  }
  return verdict === undefined ? undefined : { score: verdict.passed ? 1 : 0, reason: verdict.reason };
}

function toVerdict({ passed, reason, score }: JsonObject): JudgeVerdict | undefined {
  if (typeof passed !== 'boolean') return undefined;
  const verdict: JudgeVerdict = { passed, reason: typeof reason === 'string' ? reason : '' };
  return isScore(score) ? { ...verdict, score } : verdict;
}

/** Excludes infinity: `1e999` is valid JSON, but not a finite number. */
function isScore(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function getMaxScore(source: JsonObject | undefined): number | undefined {
  return typeof source?.max_score === 'number' ? source.max_score : undefined;
}

function describeScoreConflict({ passed, score }: JudgeVerdict, max: number = MAX_SCORE): string | undefined {
  if (score === undefined) return undefined;
  if (passed && score <= 0) return `"passed": true with the score ${score}`;
  if (!passed && score === max) return `"passed": false with the score ${score}, which is the maximum`;
  return undefined;
}

/** Returns all verdicts in a reply, including both if an object contains the key twice. */
function listVerdictsInReply(answer: string, repairedJson: JsonObject | undefined): boolean[] {
  const plainTextVerdicts = [...answer.matchAll(plainVerdictPatterns)].map(([, passed]) => passed === 'true');
  const texts = repairedJson === undefined ? [...listJsonTexts(answer)] : [answer];
  return [...plainTextVerdicts, ...texts.flatMap(listVerdictsInObjects)];
}

function listVerdictsInObjects(text: string): boolean[] {
  if (!text.includes('"passed"') || /^\s*\[/.test(text) || findTooDeepOffset(text) !== undefined) return [];
  const verdicts: boolean[] = [];
  // Continues after the first object, because more may follow.
  for (let at = text.indexOf('{'); at !== -1; ) {
    const root = parseTree(text.slice(at));
    verdicts.push(...(root?.children ?? []).flatMap(listVerdictsOfProperty));
    at = text.indexOf('{', at + Math.max(1, (root?.offset ?? 0) + (root?.length ?? 0)));
  }
  return verdicts;
}

function listVerdictsOfProperty({ children: [key, value] = [] }: Node): boolean[] {
  return key?.value === 'passed' && value?.type === 'boolean' ? [value.value === true] : [];
}

function parsePlainVerdict(answer: string): JudgeVerdict | undefined {
  const [passed] = [...answer.matchAll(plainVerdictPatterns)].map(([, word]) => word);
  if (passed === undefined) return undefined;
  const reason = /^reason:[ \t]*(\S.*)$/m.exec(answer)?.[1] ?? '';
  return { passed: passed === 'true', reason };
}

function isVerdictObject(value: Json): boolean {
  return isJsonObject(value) && typeof value.passed === 'boolean';
}
