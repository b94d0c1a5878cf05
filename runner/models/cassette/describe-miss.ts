import { isJsonObject, type Json, type JsonObject, pluralizeNoun, toCanonicalJson } from '../../values/index.ts';
import type { Cassette, CassetteEntry } from './cassette.ts';
import { findFirstDifferences } from './find-first-differences.ts';

type MissedCall = Pick<CassetteEntry, 'case' | 'attempt' | 'turn' | 'role' | 'request'>;

const LENGTH_BEFORE_DIFFERENCE = 30;
const EXCERPT_LENGTH = 90;
/**
 * The maximum number of differences that are counted, because further ones do not affect which request is most similar.
 */
const MAX_COUNTED_DIFFERENCES = 100;

/** Explains why a cassette has no answer to a request: by the differences from the most similar recorded request. */
export function describeMiss(missedCall: MissedCall, { name, entries }: Cassette): string {
  const { role, turn } = missedCall;
  const recordFlags = missedCall.case === '' ? '--record' : `--record --case ${missedCall.case}`;
  return `${name} has no answer for the ${role} in turn ${turn}: ${describeDifference(missedCall, entries)}\n  record it again with ${recordFlags}`;
}

function describeDifference(missedCall: MissedCall, entries: readonly CassetteEntry[]): string {
  const ofCase = entries.filter((entry) => entry.case === missedCall.case);
  if (ofCase.length === 0) {
    return missedCall.case === ''
      ? 'nothing was recorded for hooks'
      : `nothing was recorded for case ${missedCall.case}`;
  }
  const attempts = new Set(ofCase.map(({ attempt }) => attempt));
  if (!attempts.has(missedCall.attempt)) {
    return `this is attempt ${missedCall.attempt}, and the recording has only ${[...attempts].map((attempt) => `attempt ${attempt}`).join(', ')}`;
  }
  const entriesOfAttempt = ofCase.filter(
    ({ attempt, role }) => attempt === missedCall.attempt && role === missedCall.role,
  );
  if (entriesOfAttempt.length === 0) return `nothing was recorded for the ${missedCall.role} in this case`;
  const inTurn = entriesOfAttempt.filter(({ turn }) => turn === missedCall.turn);
  const content = toCanonicalJson(missedCall.request);
  const same = inTurn.filter(({ request }) => toCanonicalJson(request) === content).length;
  if (same > 0)
    return `the recording has this request ${same === 1 ? 'once' : `${same} times`}, but it was made once more`;
  const nearestEntries = inTurn.length > 0 ? inTurn : entriesOfAttempt;
  if (missedCall.request.http === undefined)
    return describeRequestDifference(missedCall, findClosest(missedCall, nearestEntries));
  return describeHttpDifference(
    missedCall,
    nearestEntries.filter(({ request }) => request.http !== undefined),
  );
}

const MAX_DIFFERENCES = 3;

/**
 * Describes the difference for HTTP requests that an agent itself makes. Their protocol is unknown, so only general
 * differences can be shown.
 */
function describeHttpDifference(missedCall: MissedCall, candidates: readonly CassetteEntry[]): string {
  const ranked = candidates.map((entry) => ({
    entry,
    found: findFirstDifferences(entry.request, missedCall.request, MAX_COUNTED_DIFFERENCES),
  }));
  const [nearest] = ranked.toSorted((left, right) => left.found.length - right.found.length);
  if (nearest === undefined)
    return `${String(missedCall.request.http)} was not recorded: the agent made a different request`;
  const turnNote = nearest.entry.turn === missedCall.turn ? '' : ` (compared with turn ${nearest.entry.turn})`;
  const shownFirst = nearest.found.slice(0, MAX_DIFFERENCES);
  const texts = shownFirst.map(
    ({ path, left, right }) => `${path} is different${turnNote}\n${formatDifference(left, right)}`,
  );
  const hiddenCount = nearest.found.length - shownFirst.length;
  if (hiddenCount > 0) texts.push(`and ${hiddenCount} more ${pluralizeNoun(hiddenCount, 'difference')}`);
  return texts.join('\n  ');
}

/** Returns the recorded request that shares the most leading messages with this one. */
function findClosest(missedCall: MissedCall, candidates: readonly CassetteEntry[]): CassetteEntry | undefined {
  const ranked = candidates.map((entry) => ({
    entry,
    alike: countEqualMessages(getMessages(entry.request), getMessages(missedCall.request)),
  }));
  return ranked.toSorted((left, right) => right.alike - left.alike)[0]?.entry;
}

function countEqualMessages(left: readonly Json[], right: readonly Json[]): number {
  const different = left.findIndex((message, index) => !isEqualJson(message, right[index]));
  return different === -1 ? left.length : different;
}

function describeRequestDifference(missedCall: MissedCall, recordedEntry: CassetteEntry | undefined): string {
  if (recordedEntry === undefined) return 'the request is different';
  const turnNote = recordedEntry.turn === missedCall.turn ? '' : ` (compared with turn ${recordedEntry.turn})`;
  const keys = new Set([...Object.keys(recordedEntry.request), ...Object.keys(missedCall.request)]);
  for (const key of keys) {
    const before = recordedEntry.request[key];
    const now = missedCall.request[key];
    if (isEqualJson(before, now)) continue;
    const { what, left, right } =
      key === 'messages'
        ? findMessageDifference(recordedEntry.request, missedCall.request)
        : { what: key, left: before, right: now };
    return `${what} is different${turnNote}\n${formatDifference(left, right)}`;
  }
  return `the request is different${turnNote}`;
}

type MessageDifference = { what: string; left: Json | undefined; right: Json | undefined };

function findMessageDifference(recordedRequest: JsonObject, request: JsonObject): MessageDifference {
  const before = getMessages(recordedRequest);
  const now = getMessages(request);
  const index = countEqualMessages(before, now);
  const [left, right] = [before[index], now[index]];
  const role = [right, left].flatMap((message) => (isJsonObject(message) ? [message.role] : []))[0];
  const messageName = `message ${index + 1} (${String(role)})`;
  if (!isJsonObject(left) || !isJsonObject(right)) return { what: messageName, left, right };
  const key = Object.keys({ ...left, ...right }).find((name) => !isEqualJson(left[name], right[name])) ?? 'content';
  return { what: key === 'content' ? messageName : `${key} of ${messageName}`, left: left[key], right: right[key] };
}

function formatDifference(left: Json | undefined, right: Json | undefined): string {
  const [before, now] = [toMessageText(left), toMessageText(right)];
  let start = 0;
  while (start < Math.min(before.length, now.length) && before[start] === now[start]) start += 1;
  const from = Math.max(0, start - LENGTH_BEFORE_DIFFERENCE);
  return `  recorded: ${formatExcerpt(before, from)}\n  now:      ${formatExcerpt(now, from)}`;
}

function formatExcerpt(text: string, from: number): string {
  if (text === '') return 'nothing';
  const end = from + EXCERPT_LENGTH;
  return `${from === 0 ? '' : '… '}${JSON.stringify(text.slice(from, end))}${end < text.length ? ' …' : ''}`;
}

function toMessageText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : toCanonicalJson(value);
}

function getMessages({ messages }: JsonObject): readonly Json[] {
  return Array.isArray(messages) ? messages : [];
}

function isEqualJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return toCanonicalJson(left) === toCanonicalJson(right);
}
