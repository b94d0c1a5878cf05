import type { AssertionCheck } from '../assertions/check-assertion.ts';
import type { Assertion, AuthoredCase, Checkpoint, ContentPart } from '../contract/index.ts';
import { messagesOf } from '../fold/index.ts';
import { parseDuration } from '../values/index.ts';
import { checkCheckpoints } from './check-checkpoints.ts';
import { type CasePath, type Cure, errorAt, type Finding, pathText, warningAtKey, withCure } from './finding.ts';

/** Returns the problems of a case whose shape is right. */
export function checkCase(authored: AuthoredCase, check: AssertionCheck): Finding[] {
  const findings: Finding[] = [];
  if (authored.timeout !== undefined && parseDuration(authored.timeout) === undefined) {
    const found = JSON.stringify(authored.timeout);
    findings.push(errorAt(['timeout'], `"timeout" must be a duration above zero such as 30s or 2m30s, not ${found}`));
  }
  if (typeof authored.input === 'object') checkParts(authored.input, findings);
  if (authored.assert !== undefined)
    checkAssertions({ assertions: authored.assert, path: ['assert'], check, findings });
  if (authored.checkpoints === undefined) checkStandard(authored, findings);
  else checkDynamic({ authored, checkpoints: authored.checkpoints, check, findings });
  return findings;
}

function checkStandard(authored: AuthoredCase, findings: Finding[]): void {
  if (authored.input === undefined) findings.push(errorAt([], '"input" is missing'));
  for (const key of ['simulator', 'max_turns'] as const) {
    if (authored[key] === undefined) continue;
    const message = `"${key}" has no effect without "checkpoints"; the case is one call`;
    findings.push(withCure(warningAtKey([key], message), { kind: 'remove' }));
  }
}

type DynamicCheck = {
  authored: AuthoredCase;
  checkpoints: readonly Checkpoint[];
  check: AssertionCheck;
  findings: Finding[];
};

function checkDynamic({ authored, checkpoints, check, findings }: DynamicCheck): void {
  for (const key of ['assert', 'expected'] as const) {
    if (authored[key] === undefined) continue;
    const message = `"${key}" has no effect beside "checkpoints"; only they decide`;
    findings.push(withCure(warningAtKey([key], message), { kind: 'remove' }));
  }
  findings.push(...checkCheckpoints(checkpoints));
  for (const [index, { assert }] of checkpoints.entries()) {
    checkAssertions({ assertions: assert, path: ['checkpoints', index, 'assert'], check, findings });
  }
}

type AssertionsCheck = { assertions: readonly Assertion[]; path: CasePath; check: AssertionCheck; findings: Finding[] };

function checkAssertions({ assertions, path, check, findings }: AssertionsCheck): void {
  for (const [index, assertion] of assertions.entries()) {
    for (const { field, message } of check(assertion)) findings.push(errorAt([...path, index, field], message));
  }
}

function checkParts(input: NonNullable<AuthoredCase['input']>, findings: Finding[]): void {
  for (const [position, { content }] of messagesOf(input).entries()) {
    if (!Array.isArray(content)) continue;
    const base: CasePath = Array.isArray(input) ? ['input', position, 'content'] : ['input', 'content'];
    for (const [index, part] of content.entries()) {
      const problem = problemOfPart(part);
      if (problem === undefined) continue;
      const path = [...base, index];
      const finding = errorAt([...path, ...problem.at], `"${pathText(path)}": ${problem.message}`);
      findings.push(problem.cure === undefined ? finding : withCure(finding, problem.cure));
    }
  }
}

type PartProblem = { at: CasePath; message: string; cure?: Cure };

function problemOfPart(part: ContentPart): PartProblem | undefined {
  switch (part.type) {
    case 'image_url':
      if (!part.image_url.url.startsWith('file://')) return undefined;
      return {
        at: ['image_url', 'url'],
        message: `an image_url cannot be a file; write {"type": "image", "source": ${JSON.stringify(part.image_url.url)}}`,
        cure: { kind: 'image' },
      };
    case 'image':
      return problemOfSource(part, part.url, 'an image needs "source" ("file://…") or "url"');
    case 'file':
      return problemOfSource(part, part.url ?? part.file?.url, 'a file needs "source" ("file://…"), "url" or "file"');
    case 'audio':
    case 'input_audio': {
      const given = part.input_audio?.data ?? (part.format === undefined ? undefined : part.data);
      return problemOfSource(part, given, 'audio needs "source" ("file://…"), or "data" with "format"');
    }
    case 'text':
    case 'data':
      return undefined;
    default:
      part satisfies never;
      return undefined;
  }
}

function problemOfSource(
  part: { source?: string | undefined; url?: string | undefined },
  alternative: string | undefined,
  message: string,
): PartProblem | undefined {
  if (part.url?.startsWith('file://') === true) {
    const cure: Cure = { kind: 'rename', to: 'source' };
    return { at: ['url'], message: 'files go into "source", not "url"', cure };
  }
  if (part.source === undefined) return alternative === undefined ? { at: [], message } : undefined;
  return part.source.startsWith('file://') ? undefined : { at: ['source'], message };
}
