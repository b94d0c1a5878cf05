import type { AssertionCheck, AssertionCheckOptions } from '../../assertions/check-assertion.ts';
import { judgeValueAsOutput } from '../../assertions/evaluate-assertion.ts';
import { type DigitScript, findDigitScript } from '../../assertions/missed-digits.ts';
import { getSnapshotName } from '../../assertions/snapshot.ts';
import type { Assertion, AuthoredCase, ContentPart, MessageContent } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import {
  formatJsonPath,
  isJsonObject,
  type Json,
  type JsonPath,
  parseDuration,
  toCanonicalJson,
} from '../../values/index.ts';
import {
  type CaseFinding,
  errorAt,
  errorAtKey,
  type SuggestedFix,
  warningAt,
  warningAtKey,
  withSuggestedFix,
} from '../finding.ts';
import { splitInferredRules } from '../inferred-rules.ts';
import { checkConversation, collectAssertionLists, isConversation } from './check-conversation.ts';
import { checkCriteria } from './check-criteria.ts';
import { checkInferredRules, findMisplacedInferredRules } from './check-inferred.ts';
import { checkInputText, mayHavePlaceholders } from './check-input-text.ts';
import { checkMocks } from './check-mocks.ts';
import { checkName } from './check-name.ts';
import { checkRequirements } from './check-requirements.ts';
import { checkStateIndexes } from './check-state-index.ts';
import { checkUnusedParts } from './check-unused-parts.ts';

/** Returns the semantic problems of a case that matches the schema. */
export function checkCase(authored: AuthoredCase, check: AssertionCheck): CaseFinding[] {
  const findings = checkAllRules(authored, check);
  const { accepted: acceptedCase, inferred } = splitInferredRules(authored);
  if (inferred === undefined) return findings;
  // Checks the case again without its inferred rules, to find problems that these rules hide. Paths inside of lists are
  // wrong in that check, so only problems of the case as a whole are used.
  const messages = new Set(findings.map(({ message }) => message));
  const inferredFindings = checkAllRules(acceptedCase, check).filter(
    ({ path, message }) => path.length <= 1 && !messages.has(message),
  );
  return [...findings, ...inferredFindings, ...checkInferredRules(authored, acceptedCase)];
}

function checkAllRules(authored: AuthoredCase, check: AssertionCheck): CaseFinding[] {
  const findings: CaseFinding[] = [];
  if (authored.timeout !== undefined && parseDuration(authored.timeout) === undefined) {
    const timeoutText = JSON.stringify(authored.timeout);
    findings.push(
      errorAt(
        ['timeout'],
        `"timeout" must be a duration above zero such as 30s or 2m30s, at most 576h, not ${timeoutText}`,
      ),
    );
  }
  if (authored.expected === null)
    findings.push(errorAtKey(['expected'], '"expected": null checks nothing; leave the key out'));
  if (authored.quarantine === true && authored.expect !== undefined) {
    const message = '"quarantine" and "expect" both exclude the case; keep one';
    findings.push(withSuggestedFix(errorAtKey(['expect'], message), { kind: 'remove' }));
  }
  if (isEmptyInput(authored.input)) findings.push(errorAt(['input'], '"input" is empty; write what the user says'));
  const lists = collectAssertionLists(authored);
  findings.push(...findUnansweredMessages(authored), ...checkInputText(authored, lists));
  checkContentParts(authored, findings);
  const inputText = typeof authored.input === 'string' ? authored.input : undefined;
  const script = findScriptOfCase(authored, lists);
  for (const { rules, path } of lists) {
    const assertionUse = { isForbidden: path[0] === 'never', userText: inputText, script };
    checkAssertions({ assertions: rules, path, casePosition: assertionUse, check, findings });
  }
  findings.push(
    ...findMisplacedInferredRules(lists),
    ...checkSnapshots(lists),
    ...checkMocks(authored),
    ...checkUnusedParts(authored, lists),
    ...checkStateIndexes(authored, lists),
    ...checkCriteria(authored, lists),
    ...checkName(authored, lists),
    ...checkRequirements(authored),
  );
  if (isConversation(authored)) findings.push(...checkConversation(authored));
  else checkStandard(authored, findings);
  return findings;
}

/**
 * Returns the writing system of the case's texts if it has its own digits, as Arabic has. Only patterns depend on this,
 * so it is not determined for a case without patterns.
 */
function findScriptOfCase(
  { name, input, turns, simulator }: AuthoredCase,
  lists: readonly { rules: readonly Assertion[] }[],
): DigitScript | undefined {
  if (!lists.some(({ rules }) => rules.some(({ type }) => type === 'regex'))) return undefined;
  return findDigitScript(JSON.stringify([name, input, turns, simulator]));
}

/**
 * Returns true if a case needs no check because the case `sound` is valid: the two differ only in text that no check
 * reads, and share all their other members as identical objects.
 */
export function differsOnlyInUncheckedText(authored: AuthoredCase, sound: AuthoredCase): boolean {
  const { input } = authored;
  const haveTexts =
    typeof input === 'string' && input !== '' && !mayHavePlaceholders(input) && typeof sound.input === 'string';
  return (
    haveTexts &&
    authored.assert === sound.assert &&
    authored.checkpoints === sound.checkpoints &&
    authored.turns === sound.turns &&
    authored.never === sound.never &&
    authored.simulator === sound.simulator &&
    authored.expected === sound.expected &&
    authored.timeout === sound.timeout &&
    authored.quarantine === sound.quarantine &&
    authored.expect === sound.expect &&
    authored.until === sound.until &&
    authored.strict === sound.strict &&
    authored.max_turns === sound.max_turns &&
    authored.mocks === sound.mocks &&
    authored.state === sound.state &&
    authored.pass === sound.pass &&
    authored.inject === sound.inject &&
    authored.metadata === sound.metadata &&
    authored.options === sound.options
  );
}

/** A user in a hurry may send two messages in a row. More messages in a row are probably a mistake. */
const MAX_CONSECUTIVE_MESSAGES = 2;

/**
 * Reports a case with several user messages in its input: the agent is called only once, so it answers only the last
 * message.
 */
function findUnansweredMessages({ input }: AuthoredCase): CaseFinding[] {
  const messages = Array.isArray(input) ? toMessages(input) : [];
  const questionCount = messages.filter(({ role }) => role === 'user').length;
  if (questionCount <= MAX_CONSECUTIVE_MESSAGES || messages.some(({ role }) => role === 'assistant')) return [];
  return [
    warningAt(
      ['input'],
      `these ${questionCount} messages get a single answer; use "turns" to have each of them answered`,
    ),
  ];
}

function isEmptyInput(input: AuthoredCase['input']): boolean {
  return input === '' || (Array.isArray(input) && input.length === 0);
}

function checkStandard(authored: AuthoredCase, findings: CaseFinding[]): void {
  if (authored.input === undefined) findings.push(errorAt([], '"input" is missing'));
  findings.push(...checkExpected(authored));
  for (const key of ['max_turns', 'until', 'strict'] as const) {
    if (authored[key] === undefined) continue;
    const message = `"${key}" has no effect in a case of one call; only conversations use it, which have "checkpoints", "turns" or "never"`;
    findings.push(withSuggestedFix(warningAtKey([key], message), { kind: 'remove' }));
  }
}

/** `assert` alone decides the verdict. If it rejects the answer in `expected`, one of the two is wrong. */
function checkExpected({ expected, assert = [] }: AuthoredCase): CaseFinding[] {
  if (expected === undefined || expected === null || assert.length === 0) return [];
  const contradicted = assert.flatMap((assertion, index): CaseFinding[] => {
    const result = judgeValueAsOutput(assertion, expected);
    if (result === undefined || result.status === 'passed') return [];
    const message = `"expected" would fail this assertion: ${result.message ?? assertion.type}`;
    return [{ ...errorAt(['assert', index], message), runs: true }];
  });
  const other = suggestMatch(expected);
  const isIgnored =
    toCanonicalJson(other) !== toCanonicalJson(expected) &&
    assert.every((assertion) => judgeValueAsOutput(assertion, other)?.status === 'passed');
  if (contradicted.length > 0 || !isIgnored) return contradicted;
  const message = '"expected" is ignored, because "assert" decides, and no assertion checks what it says';
  return [warningAtKey(['expected'], message)];
}

/** Returns another value of the same shape, with different content. */
function suggestMatch(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.map(suggestMatch);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, suggestMatch(each)]));
  if (typeof value !== 'string') return value;
  return value
    .replace(/\d/g, (digit) => String((Number(digit) + 1) % 10))
    .replace(/[a-z]/g, 'q')
    .replace(/[A-Z]/g, 'Q');
}

/** Reports snapshots with the same name, because they would overwrite each other. */
function checkSnapshots(lists: ReturnType<typeof collectAssertionLists>): CaseFinding[] {
  const findings: CaseFinding[] = [];
  const names = new Set<string>();
  for (const { rules, path } of lists) {
    for (const [index, assertion] of rules.entries()) {
      if (assertion.type !== 'snapshot') continue;
      const name = getSnapshotName(assertion);
      const message = `two snapshots are called ${JSON.stringify(name)}; give this one another "name"`;
      if (names.has(name)) findings.push(errorAt([...path, index], message));
      names.add(name);
    }
  }
  return findings;
}

type AssertionsCheck = {
  assertions: readonly Assertion[];
  path: JsonPath;
  casePosition: AssertionCheckOptions;
  check: AssertionCheck;
  findings: CaseFinding[];
};

function checkAssertions({ assertions, path, casePosition, check, findings }: AssertionsCheck): void {
  for (const [index, assertion] of assertions.entries()) {
    for (const { field, message, runs, isWarning } of check(assertion, casePosition)) {
      const assertionPath = field === undefined ? [...path, index] : [...path, index, field];
      findings.push(
        isWarning === true
          ? warningAt(assertionPath, message)
          : { ...errorAt(assertionPath, message), ...(runs && { runs }) },
      );
    }
  }
}

function checkContentParts(authored: AuthoredCase, findings: CaseFinding[]): void {
  for (const { part, path } of listContentParts(authored)) {
    const problem = findContentPartProblem(part);
    if (problem === undefined) continue;
    const finding = errorAt([...path, ...problem.at], `"${formatJsonPath(path)}": ${problem.message}`);
    findings.push(problem.cure === undefined ? finding : withSuggestedFix(finding, problem.cure));
  }
}

/** The content parts of the user's messages, each with its path in the case. */
export function listContentParts({
  input,
  turns = [],
}: Pick<AuthoredCase, 'input' | 'turns'>): { part: ContentPart; path: JsonPath }[] {
  const contentParts: { part: ContentPart; path: JsonPath }[] = [];
  const addContentParts = (content: MessageContent, path: JsonPath): void => {
    if (!Array.isArray(content)) return;
    for (const [index, part] of content.entries()) contentParts.push({ part, path: [...path, index] });
  };
  for (const [position, { content }] of toMessages(input).entries()) {
    addContentParts(content, Array.isArray(input) ? ['input', position, 'content'] : ['input', 'content']);
  }
  for (const [index, turn] of turns.entries()) addContentParts(turn.input, ['turns', index, 'input']);
  return contentParts;
}

type ContentPartProblem = { at: JsonPath; message: string; cure?: SuggestedFix };

function findContentPartProblem(part: ContentPart): ContentPartProblem | undefined {
  switch (part.type) {
    case 'image_url':
      if (!part.image_url.url.startsWith('file://')) return undefined;
      return {
        at: ['image_url', 'url'],
        message: `an image_url cannot be a file; write {"type": "image", "source": ${JSON.stringify(part.image_url.url)}}`,
        cure: { kind: 'image' },
      };
    case 'image':
      return findSourceProblem(part, part.url, 'an image needs "source" ("file://…") or "url"');
    case 'file':
      return findSourceProblem(part, part.url ?? part.file?.url, 'a file needs "source" ("file://…"), "url" or "file"');
    case 'audio':
    case 'input_audio': {
      const data = part.input_audio?.data ?? (part.format === undefined ? undefined : part.data);
      return findSourceProblem(part, data, 'audio needs "source" ("file://…"), or "data" with "format"');
    }
    case 'text':
    case 'data':
      return undefined;
    default:
      part satisfies never;
      return undefined;
  }
}

function findSourceProblem(
  part: { source?: string | undefined; url?: string | undefined },
  alternative: string | undefined,
  message: string,
): ContentPartProblem | undefined {
  if (part.url?.startsWith('file://') === true) {
    const fix: SuggestedFix = { kind: 'rename', to: 'source' };
    return { at: ['url'], message: 'files go into "source", not "url"', cure: fix };
  }
  if (part.source === undefined) return alternative === undefined ? { at: [], message } : undefined;
  return part.source.startsWith('file://') ? undefined : { at: ['source'], message };
}
