import { isDelegatedAssertion } from '../assertions/assertion-question.ts';
import type { Assertion, AuthoredCase } from '../contract/index.ts';
import { parseTemplateName } from '../injection/index.ts';
import { listContentParts } from '../inputs/checks/check-case.ts';
import { collectAssertionLists } from '../inputs/checks/check-conversation.ts';
import { type CaseFinding, errorAt } from '../inputs/finding.ts';
import { findInputScript } from '../kinds/attempt/scripted-input.ts';
import type { JsonPath } from '../values/index.ts';

/** A thing outside the case file, such as an agent or a file, that a case refers to by name. */
export type CaseReference =
  | { kind: 'simulator' | 'validator' | 'connector' | 'hook' | 'function'; name: string }
  /** A path relative to the folder of the case file. For a state, it may also be relative to the workspace. */
  | { kind: 'attachment' | 'state'; name: string }
  /** The name of a template for injected texts: a file of the workspace, or a built-in template. */
  | { kind: 'template'; name: string };

/** Why a reference is invalid. */
export type ReferenceProblem = { message: string; suggestion?: string | undefined };
export type ReferenceChecker = (reference: CaseReference) => ReferenceProblem | undefined;

export type ReferenceAtPath = { reference: CaseReference; path: JsonPath };

/**
 * Returns what a case refers to by name and only the workspace can resolve: agents, connectors, scripts and files, in
 * that order.
 */
export function collectReferences(authored: AuthoredCase): ReferenceAtPath[] {
  const { simulator, options, before, after, state, inject } = authored;
  const references: ReferenceAtPath[] = [];
  const addReference = (kind: CaseReference['kind'], name: string | undefined, path: JsonPath): void => {
    if (name !== undefined) references.push({ reference: { kind, name }, path });
  };
  const addReferencesOfAssertions = (assertions: readonly Assertion[], base: JsonPath): void => {
    for (const [index, assertion] of assertions.entries()) {
      if (!isDelegatedAssertion(assertion)) continue;
      const path = [...base, index];
      addReference('connector', assertion.options?.connector, [...path, 'options', 'connector']);
      addReference(assertion.type === 'agent' ? 'validator' : 'function', assertion.use, [...path, 'use']);
      if (assertion.type === 'script') addReference('function', assertion.script, [...path, 'script']);
    }
  };
  addReference('connector', options?.connector, ['options', 'connector']);
  addReference('simulator', simulator?.use, ['simulator', 'use']);
  addReference('connector', simulator?.options?.connector, ['simulator', 'options', 'connector']);
  addReference('hook', before, ['before']);
  addReference('hook', after, ['after']);
  for (const [tool, entries] of Object.entries(authored.mocks ?? {})) {
    for (const [index, { use }] of entries.entries()) addReference('function', use, ['mocks', tool, index, 'use']);
  }
  addReference('state', typeof state === 'string' ? state : undefined, ['state']);
  addReference('template', inject && parseTemplateName(inject.text), ['inject', 'text']);
  addReference('function', findInputScript(authored.input), ['input']);
  for (const { rules, path } of collectAssertionLists(authored)) addReferencesOfAssertions(rules, path);
  references.push(...listAttachmentReferences(authored));
  return references;
}

/** Returns a key that is equal for equal references. */
export function createReferenceKey({ kind, name }: CaseReference): string {
  return `${kind} ${name}`;
}

/** Returns a finding for each reference in a case to something that does not exist in the workspace. */
export function findReferenceProblems(authored: AuthoredCase, answer: ReferenceChecker): CaseFinding[] {
  return collectReferences(authored).flatMap(({ reference, path }) => {
    const problem = answer(reference);
    return problem === undefined ? [] : [{ ...errorAt(path, problem.message, problem.suggestion), reference }];
  });
}

const FILE_SCHEME = 'file://';

/** Returns the files that are attached to messages of a case, with their paths in the case. */
export function listAttachmentReferences(authored: Pick<AuthoredCase, 'input' | 'turns'>): ReferenceAtPath[] {
  return listContentParts(authored).flatMap(({ part, path }): ReferenceAtPath[] => {
    const source = 'source' in part ? part.source : undefined;
    if (source?.startsWith(FILE_SCHEME) !== true) return [];
    return [{ reference: { kind: 'attachment', name: source.slice(FILE_SCHEME.length) }, path: [...path, 'source'] }];
  });
}
