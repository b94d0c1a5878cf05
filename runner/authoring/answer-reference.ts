import { nearest } from '../values/index.ts';
import type { Reference, ReferenceAnswer, ReferenceProblem } from './references.ts';

/** The names in a workspace that the cases of one file may use. */
export type Surroundings = {
  agents: readonly string[];
  /** Why a connector cannot be used, by its id; undefined when it can. */
  connectors: ReadonlyMap<string, string | undefined>;
  /** Why there is no such function for this file, and the one that was probably meant. */
  problemOfScript(kind: 'hook' | 'function', name: string): ReferenceProblem | undefined;
  problemOfAttachment(name: string): ReferenceProblem | undefined;
  /** Why a state cannot be read. Left out where reading the cases says so. */
  problemOfState?(name: string): ReferenceProblem | undefined;
};

/** Answers what is wrong with what a case names; `runner lint` and the editor ask the same. */
export function createReferenceAnswer(environment: Surroundings): ReferenceAnswer {
  return ({ kind, name }: Reference) => {
    switch (kind) {
      case 'simulator':
      case 'validator':
        return problemOfAgent(kind, name, environment);
      case 'connector':
        return problemOfConnector(name, environment);
      case 'hook':
      case 'function':
        return environment.problemOfScript(kind, name);
      case 'state':
        return environment.problemOfState?.(name);
      case 'attachment':
        return environment.problemOfAttachment(name);
      default:
        kind satisfies never;
        return undefined;
    }
  };
}

function problemOfAgent(role: string, id: string, { agents }: Surroundings): ReferenceProblem | undefined {
  // `agents:` and `assistants.` before an id say what it is, not which.
  const bare = id
    .trim()
    .replace(/^agents:/, '')
    .replace(/^assistants\./, '');
  if (agents.includes(id) || agents.includes(bare)) return undefined;
  const message = `the workspace has no agent ${JSON.stringify(bare)} for the ${role}`;
  return { message, suggestion: nearest(bare, agents) };
}

function problemOfConnector(id: string, { connectors }: Surroundings): ReferenceProblem | undefined {
  const named = JSON.stringify(id);
  const problem = connectors.get(id);
  if (problem !== undefined) return { message: `the connector ${named} cannot be used: ${problem}` };
  if (connectors.has(id)) return undefined;
  return { message: `the workspace has no connector ${named}`, suggestion: nearest(id, connectors.keys()) };
}
