import { isJsonObject, type Json, type JsonObject, pluralizeNoun, toCanonicalJson } from '../../values/index.ts';
import type { Cassette, CassetteEntry } from './cassette.ts';
import { findFirstDifferences } from './find-first-differences.ts';

type MissedCall = Pick<CassetteEntry, 'case' | 'attempt' | 'turn' | 'role' | 'request'>;

const BEFORE = 30;
const SHOWN = 90;
/** Counting of differences stops at this number, because further ones do not affect the ranking. */
const MOST_COUNTED = 100;

/** Why a cassette has no answer to a request: the differences from the most similar recorded request. */
export function describeMiss(missed: MissedCall, { name, entries }: Cassette): string {
  const { role, turn } = missed;
  const again = missed.case === '' ? '--record' : `--record --case ${missed.case}`;
  return `${name} has no answer for the ${role} in turn ${turn}: ${describeDifference(missed, entries)}\n  record it again with ${again}`;
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
  const here = ofCase.filter(({ attempt, role }) => attempt === missedCall.attempt && role === missedCall.role);
  if (here.length === 0) return `nothing was recorded for the ${missedCall.role} in this case`;
  const inTurn = here.filter(({ turn }) => turn === missedCall.turn);
  const content = toCanonicalJson(missedCall.request);
  const same = inTurn.filter(({ request }) => toCanonicalJson(request) === content).length;
  if (same > 0)
    return `the recording has this request ${same === 1 ? 'once' : `${same} times`}, but it was made once more`;
  const near = inTurn.length > 0 ? inTurn : here;
  if (missedCall.request.http === undefined)
    return describeRequestDifference(missedCall, findClosest(missedCall, near));
  return describeHttpDifference(
    missedCall,
    near.filter(({ request }) => request.http !== undefined),
  );
}

const MOST_DIFFERENCES = 3;

/**
 * Describes the difference for HTTP requests that an agent makes itself. Their protocol is unknown, so only generic
 * differences can be shown.
 */
function describeHttpDifference(missed: MissedCall, candidates: readonly CassetteEntry[]): string {
  const ranked = candidates.map((entry) => ({
    entry,
    found: findFirstDifferences(entry.request, missed.request, MOST_COUNTED),
  }));
  const [nearest] = ranked.toSorted((left, right) => left.found.length - right.found.length);
  if (nearest === undefined)
    return `${String(missed.request.http)} was not recorded: the agent made a different request`;
  const where = nearest.entry.turn === missed.turn ? '' : ` (compared with turn ${nearest.entry.turn})`;
  const shownFirst = nearest.found.slice(0, MOST_DIFFERENCES);
  const texts = shownFirst.map(
    ({ path, left, right }) => `${path} is different${where}\n${formatDifference(left, right)}`,
  );
  const rest = nearest.found.length - shownFirst.length;
  if (rest > 0) texts.push(`and ${rest} more ${pluralizeNoun(rest, 'difference')}`);
  return texts.join('\n  ');
}

/** The recorded request that shares the most leading messages with this one. */
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

function describeRequestDifference(missed: MissedCall, recorded: CassetteEntry | undefined): string {
  if (recorded === undefined) return 'the request is different';
  const where = recorded.turn === missed.turn ? '' : ` (compared with turn ${recorded.turn})`;
  const keys = new Set([...Object.keys(recorded.request), ...Object.keys(missed.request)]);
  for (const key of keys) {
    const before = recorded.request[key];
    const now = missed.request[key];
    if (isEqualJson(before, now)) continue;
    const { what, left, right } =
      key === 'messages'
        ? findMessageDifference(recorded.request, missed.request)
        : { what: key, left: before, right: now };
    return `${what} is different${where}\n${formatDifference(left, right)}`;
  }
  return `the request is different${where}`;
}

type MessageDifference = { what: string; left: Json | undefined; right: Json | undefined };

function findMessageDifference(recorded: JsonObject, request: JsonObject): MessageDifference {
  const before = getMessages(recorded);
  const now = getMessages(request);
  const index = countEqualMessages(before, now);
  const [left, right] = [before[index], now[index]];
  const role = [right, left].flatMap((message) => (isJsonObject(message) ? [message.role] : []))[0];
  const what = `message ${index + 1} (${String(role)})`;
  if (!isJsonObject(left) || !isJsonObject(right)) return { what, left, right };
  const key = Object.keys({ ...left, ...right }).find((name) => !isEqualJson(left[name], right[name])) ?? 'content';
  return { what: key === 'content' ? what : `${key} of ${what}`, left: left[key], right: right[key] };
}

function formatDifference(left: Json | undefined, right: Json | undefined): string {
  const [before, now] = [toMessageText(left), toMessageText(right)];
  let start = 0;
  while (start < Math.min(before.length, now.length) && before[start] === now[start]) start += 1;
  const from = Math.max(0, start - BEFORE);
  return `  recorded: ${formatExcerpt(before, from)}\n  now:      ${formatExcerpt(now, from)}`;
}

function formatExcerpt(text: string, from: number): string {
  if (text === '') return 'nothing';
  const end = from + SHOWN;
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
