import { shortenText } from '../../reporters/console/shorten-text.ts';
import { differOnlyByRepeatedMessage, findRejectionReason, type RejectionReason } from './find-rejection-reason.ts';
import type { ParsedReply } from './parsed-reply.ts';
import { rateFieldName } from './rate-field-name.ts';
import {
  isAgentRole,
  isSameSingleWord,
  listTextCandidates,
  type TextCandidate,
  type TextLocation,
  toTextLocationKey,
} from './text-candidates.ts';
import { normalizeCaseAndSpaces } from './text-shape.ts';

/** An answer to one of the test messages. */
export type ParsedProbeReply = { message: string; reading: ParsedReply };

/** The detected path of an agent's text, as fields of a config entry. */
export type DetectedTextPath = {
  output: string;
  stream: boolean | 'last';
  events?: readonly string[];
  separator?: string;
  /** The texts found at this path, one for each test message. */
  texts: readonly string[];
  /** True if the text is a fixed template around the user's message, as in an echo. */
  repeatsMessage: boolean;
};

/** A path at which there is a text, and the reason why this text is probably not the answer. */
export type RejectedTextPath = { output: string; text: string; reason: string };

export type TextPathChoice =
  | { kind: 'chosen'; text: DetectedTextPath }
  /** Several paths contain texts that differ between the messages, so it is unclear which one is the answer. */
  | { kind: 'ambiguous'; outputs: readonly DetectedTextPath[] }
  /** One path could contain the answer, but its text is the same for all test messages. */
  | { kind: 'same'; outputs: readonly string[]; doubts: readonly RejectedTextPath[] }
  | { kind: 'none'; doubts: readonly RejectedTextPath[] };

/**
 * Accepts a path as the answer if it had different, plausible texts for different messages. If this is true of several
 * paths, the names of their keys decide; if these are equally plausible, no path is accepted.
 */
export function chooseTextPath(probes: readonly ParsedProbeReply[], named?: string): TextPathChoice {
  const commonPaths = findCommonPaths(probes).filter(({ place }) => named === undefined || place.output === named);
  const inspections = commonPaths.map((candidate) => inspectTextCandidate(candidate, probes));
  const plausibleTexts = inspections.filter((inspection) => inspection.reason === undefined);
  const doubts = inspections.flatMap(({ chosen, reason }) =>
    reason === undefined ? [] : [{ output: chosen.output, text: chosen.texts[0] ?? '', reason: reason.words }],
  );
  const same = inspections.filter(({ reason, tier }) => reason?.kind === 'same' && (tier <= 2 || named !== undefined));
  if (plausibleTexts.length === 0) {
    if (named !== undefined && same[0] !== undefined) return { kind: 'chosen', text: same[0].chosen };
    const outputs = same.map(({ chosen }) => chosen.output);
    return same.length > 0 ? { kind: 'same', outputs, doubts } : { kind: 'none', doubts };
  }
  return chooseAmongPlausibleTexts({ plausibleTexts, same, doubts, named });
}

type CandidateInspection = {
  chosen: DetectedTextPath;
  tier: number;
  depth: number;
  reason: RejectionReason | undefined;
};

type PlausibleTextPaths = {
  plausibleTexts: readonly CandidateInspection[];
  same: readonly CandidateInspection[];
  doubts: readonly RejectedTextPath[];
  named: string | undefined;
};

/**
 * Chooses among plausible paths. A text that does not repeat the message is preferred; so is a key whose name suggests
 * an answer.
 */
function chooseAmongPlausibleTexts({ plausibleTexts, same, doubts, named }: PlausibleTextPaths): TextPathChoice {
  const textsOfAgent = plausibleTexts.filter(({ chosen }) => !chosen.repeatsMessage);
  const fit = textsOfAgent.some(({ tier }) => tier <= 2) ? textsOfAgent : plausibleTexts;
  const best = Math.min(...fit.map(({ tier }) => tier));
  if (best > MAX_UNNAMED_FIELD_RATING && named === undefined) {
    return { kind: 'none', doubts: [...doubts, ...fit.map(({ chosen }) => createFieldNameUncertainty(chosen))] };
  }
  const constant = same.filter(({ tier }) => tier === 1 && tier < best);
  if (constant.length > 0) return { kind: 'same', outputs: constant.map(({ chosen }) => chosen.output), doubts };
  const isRivalCandidate = ({ tier }: CandidateInspection) =>
    tier === best || (fit !== textsOfAgent && tier <= MAX_UNNAMED_FIELD_RATING);
  const rivals = fit
    .filter(isRivalCandidate)
    .toSorted((left, right) => left.tier - right.tier || left.depth - right.depth);
  const different = rivals.filter(
    (inspection, index) => rivals.findIndex((other) => isSameText(other.chosen, inspection.chosen)) === index,
  );
  const [first] = different;
  if (first === undefined) return { kind: 'none', doubts };
  if (different.length > 1) return { kind: 'ambiguous', outputs: different.map(({ chosen }) => chosen) };
  return { kind: 'chosen', text: first.chosen };
}

function createFieldNameUncertainty({ output, texts }: DetectedTextPath): RejectedTextPath {
  return { output, text: texts[0] ?? '', reason: 'has a name that does not suggest an answer' };
}

function isSameText(left: DetectedTextPath, right: DetectedTextPath): boolean {
  return left.texts.every(
    (text, index) => normalizeCaseAndSpaces(text) === normalizeCaseAndSpaces(right.texts[index] ?? ''),
  );
}

type CommonTextPath = { place: TextLocation; candidates: readonly TextCandidate[] };

/** Returns the paths that are present in all answers. */
function findCommonPaths(probes: readonly ParsedProbeReply[]): CommonTextPath[] {
  const [first, ...others] = probes.map(
    ({ reading }) => new Map(listTextCandidates(reading).map((each) => [toTextLocationKey(each), each])),
  );
  if (first === undefined) return [];
  return [...first].flatMap(([key, candidate]) => {
    const otherCandidates = others.flatMap((other) => other.get(key) ?? []);
    return otherCandidates.length === others.length
      ? [{ place: candidate, candidates: [candidate, ...otherCandidates] }]
      : [];
  });
}

function inspectTextCandidate(
  { place, candidates }: CommonTextPath,
  probes: readonly ParsedProbeReply[],
): CandidateInspection {
  const isMixed = candidates.some(({ beginsWithUser, role }) => beginsWithUser === true && isAgentRole(role));
  const isLast = place.isStream && (isMixed || doEventsRepeatText(candidates.map(({ texts }) => texts)));
  const texts = candidates.map((each) => joinCandidateTexts(each.texts, isLast));
  const messages = probes.map(({ message }) => message);
  const isLabel =
    candidates.some((each) => each.texts.length > 1) && isSameSingleWord(candidates.flatMap((each) => each.texts));
  const { output, events, separator } = place;
  const chosenPath: DetectedTextPath = {
    output,
    stream: place.isStream && isLast ? 'last' : place.isStream,
    texts,
    repeatsMessage: differOnlyByRepeatedMessage(texts, messages),
    ...(events === undefined ? {} : { events }),
    ...(separator === undefined ? {} : { separator }),
  };
  const [example] = candidates;
  const names = example?.names ?? [];
  const tier = rateFieldName(names, example?.role);
  const depth = names.length;
  return {
    chosen: chosenPath,
    tier,
    depth,
    reason: isLabel
      ? { kind: 'other', words: 'is a label of every event' }
      : findRejectionReason({ texts, tier, names, role: example?.role, messages }),
  };
}

/** True if each event contains the whole text so far, or if the last event repeats the text that came in pieces. */
function doEventsRepeatText(all: readonly (readonly string[])[]): boolean {
  const several = all.filter((texts) => texts.length > 1);
  return several.length > 0 && several.every((texts) => isGrowingText(texts) || doesLastRepeatAllOthers(texts));
}

function isGrowingText(texts: readonly string[]): boolean {
  const grows = texts.every((text, index) => index === 0 || text.startsWith(texts[index - 1] ?? ''));
  return grows && texts.at(-1) !== texts[0];
}

function doesLastRepeatAllOthers(texts: readonly string[]): boolean {
  return texts.at(-1)?.trim() === texts.slice(0, -1).join('').trim();
}

function joinCandidateTexts(texts: readonly string[], isLast: boolean): string {
  return isLast ? (texts.findLast((text) => text !== '') ?? '') : texts.join('');
}

/**
 * The worst rating by `rateFieldName` (3 means neutral) at which a path is accepted without being named by the user.
 */
const MAX_UNNAMED_FIELD_RATING = 3;

/** Formats the rejected paths, one per line, for the user who has to choose the right one. */
export function formatUncertaintyLines(doubts: readonly RejectedTextPath[]): string[] {
  return doubts.slice(0, 8).map(({ output, text, reason }) => `"${output}" ${reason}: ${shortenText(text, 80)}`);
}
