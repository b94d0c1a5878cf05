import { findNearestWord, parseProviderModel } from '../values/index.ts';
import type { CaseReference, ReferenceChecker, ReferenceProblem } from './references.ts';

/** The names in a workspace that the cases of one file may use. */
export type ReferenceEnvironment = {
  agents: readonly string[];
  /** For each connector id, the reason why the connector cannot be used; undefined if it can. */
  connectors: ReadonlyMap<string, string | undefined>;
  /** Returns why a function does not exist for the cases of this file, with the most similar name. */
  problemOfScript(kind: 'hook' | 'function', name: string): ReferenceProblem | undefined;
  problemOfAttachment(name: string): ReferenceProblem | undefined;
  /** Returns why a state file cannot be read. Missing if the parser of the cases reports this itself. */
  problemOfState?(name: string): ReferenceProblem | undefined;
  /**
   * Returns why the file of a prompt template cannot be read. Missing if the parser of the cases reports this itself.
   */
  problemOfTemplate?(name: string): ReferenceProblem | undefined;
};

/**
 * Creates a function that returns the problem of a reference in a case. `turntree lint` and the editor use the same
 * function.
 */
export function createReferenceChecker(environment: ReferenceEnvironment): ReferenceChecker {
  return ({ kind, name }: CaseReference) => {
    switch (kind) {
      case 'simulator':
      case 'validator':
        return findAgentProblem(kind, name, environment);
      case 'connector':
        return findConnectorProblem(name, environment);
      case 'hook':
      case 'function':
        return environment.problemOfScript(kind, name);
      case 'state':
        return environment.problemOfState?.(name);
      case 'template':
        return environment.problemOfTemplate?.(name);
      case 'attachment':
        return environment.problemOfAttachment(name);
      default:
        kind satisfies never;
        return undefined;
    }
  };
}

/** Begins the ids of agents that consist only of a model. */
const MODEL_PREFIX = 'model:';

function findAgentProblem(role: string, id: string, { agents }: ReferenceEnvironment): ReferenceProblem | undefined {
  // Removes the prefixes `agents:` and `assistants.`, which are not part of the id.
  const idWithoutPrefix = id
    .trim()
    .replace(/^agents:/, '')
    .replace(/^assistants\./, '');
  if (agents.includes(id) || agents.includes(idWithoutPrefix)) return undefined;
  if (
    idWithoutPrefix.startsWith(MODEL_PREFIX) &&
    parseProviderModel(idWithoutPrefix.slice(MODEL_PREFIX.length)) !== undefined
  )
    return undefined;
  const message = `the workspace has no agent ${JSON.stringify(idWithoutPrefix)} for the ${role}`;
  return { message, suggestion: findNearestWord(idWithoutPrefix, agents) };
}

function findConnectorProblem(id: string, { connectors }: ReferenceEnvironment): ReferenceProblem | undefined {
  const named = JSON.stringify(id);
  const problem = connectors.get(id);
  if (problem !== undefined) return { message: `the connector ${named} cannot be used: ${problem}` };
  if (connectors.has(id) || parseProviderModel(id) !== undefined) return undefined;
  return { message: `the workspace has no connector ${named}`, suggestion: findNearestWord(id, connectors.keys()) };
}
