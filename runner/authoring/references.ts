import type { Assertion, AuthoredCase } from '../contract/index.ts';
import { messagesOf } from '../fold/index.ts';
import { type CasePath, errorAt, type Finding } from '../inputs/finding.ts';

/** Something outside its file that a case names. */
export type Reference =
  | { kind: 'simulator' | 'validator' | 'connector' | 'hook' | 'function'; name: string }
  /** A path below the folder of the case file. */
  | { kind: 'attachment'; name: string };

/** The problem of a reference; undefined while none is known. */
export type ReferenceProblem = { message: string; suggestion?: string | undefined };
export type ReferenceAnswer = (reference: Reference) => ReferenceProblem | undefined;

export type PlacedReference = { reference: Reference; path: CasePath };

/** Returns the names that only the workspace can resolve: agents, connectors, scripts, attachments, in that order. */
export function referencesOf({ simulator, assert, checkpoints, options, before, after, input }: AuthoredCase) {
  const found: PlacedReference[] = [];
  const add = (kind: Reference['kind'], name: string | undefined, path: CasePath): void => {
    if (name !== undefined) found.push({ reference: { kind, name }, path });
  };
  add('connector', options?.connector, ['options', 'connector']);
  add('simulator', simulator?.use, ['simulator', 'use']);
  add('connector', simulator?.options?.connector, ['simulator', 'options', 'connector']);
  add('hook', before, ['before']);
  add('hook', after, ['after']);
  found.push(...referencesOfAssertions(assert ?? [], ['assert']));
  for (const [index, checkpoint] of (checkpoints ?? []).entries()) {
    found.push(...referencesOfAssertions(checkpoint.assert, ['checkpoints', index, 'assert']));
  }
  found.push(...attachmentsOf(input));
  return found;
}

/** One text per reference: equal references have equal keys. */
export function referenceKey({ kind, name }: Reference): string {
  return `${kind} ${name}`;
}

/** Returns the names in a case that its workspace lacks. */
export function referenceFindings(authored: AuthoredCase, answer: ReferenceAnswer): Finding[] {
  return referencesOf(authored).flatMap(({ reference, path }) => {
    const problem = answer(reference);
    return problem === undefined ? [] : [errorAt(path, problem.message, problem.suggestion)];
  });
}

function referencesOfAssertions(assertions: readonly Assertion[], base: CasePath): PlacedReference[] {
  return assertions.flatMap((assertion, index): PlacedReference[] => {
    if (assertion.type !== 'agent' && assertion.type !== 'script') return [];
    const path = [...base, index];
    const connector = assertion.options?.connector;
    const ofOptions: PlacedReference[] =
      connector === undefined
        ? []
        : [{ reference: { kind: 'connector', name: connector }, path: [...path, 'options', 'connector'] }];
    if (assertion.type === 'agent') {
      return [...ofOptions, { reference: { kind: 'validator', name: assertion.use }, path: [...path, 'use'] }];
    }
    const key = assertion.script === undefined ? 'use' : 'script';
    const name = assertion.script ?? assertion.use ?? '';
    return [...ofOptions, { reference: { kind: 'function', name }, path: [...path, key] }];
  });
}

const SCHEME = 'file://';

function attachmentsOf(input: AuthoredCase['input']): PlacedReference[] {
  return messagesOf(input).flatMap(({ content }, position) => {
    if (!Array.isArray(content)) return [];
    const base: CasePath = Array.isArray(input) ? ['input', position, 'content'] : ['input', 'content'];
    return content.flatMap((part, index): PlacedReference[] => {
      const source = 'source' in part ? part.source : undefined;
      if (source?.startsWith(SCHEME) !== true) return [];
      return [
        { reference: { kind: 'attachment', name: source.slice(SCHEME.length) }, path: [...base, index, 'source'] },
      ];
    });
  });
}
