import { AgentError } from '../../../ports/index.ts';
import type { Json, JsonObject } from '../../../values/index.ts';
import type { MissingPart } from '../databases/missing-part.ts';
import { listTemplateNames, type TemplateName } from '../templates/template-names.ts';
import { createTemplates, TemplateError } from '../templates/templates.ts';
import type { OxyAgentSource } from './agent-definition.ts';
import type { MissingPartWithPosition } from './missing-parts.ts';
import { readAgentContexts } from './read-contexts.ts';

/** The values for the templates in the instructions during one request. */
export type InstructionTemplateValues = {
  prompt: string;
  variables: JsonObject;
  /** The answers of the tools that the instructions call, by name. */
  tools: JsonObject;
  databases: JsonObject;
  now: () => Date;
};

export type Instructions = {
  /** Renders the instructions. If that fails, throws an error with the position in the file. */
  render(filling: InstructionTemplateValues): string;
  /** The names of tools that are called with the user's message, and whose answers become part of the instructions. */
  tools: string[];
  /** The names of the databases that the instructions use. */
  databases: string[];
  /** Notes about parts of the instructions that work differently than in oxy. */
  notes: string[];
};

const INSTRUCTIONS_KEY = 'system_instructions';
const oxyToolVariables = ['agent_name', 'prompt', 'data_app_file_path'];

/** Parses the instructions of an agent file, and determines what they use. */
export function readInstructions(source: OxyAgentSource, location: { root: string; agentName: string }): Instructions {
  const { definition } = source;
  const template = definition.system_instructions;
  const names = listInstructionTemplateNames(source);
  const contexts = readAgentContexts(source, location.root);
  return {
    tools: listSecondPathParts('tools', names).filter((name) => !oxyToolVariables.includes(name)),
    databases: listSecondPathParts('databases', names),
    notes: [...describeUnsupportedContexts(source), ...contexts.notes, ...describeUnknownNames(names, source)],
    render({ prompt, variables, tools, databases, now }) {
      const values = {
        context: contexts.values,
        databases,
        // Empty, because current versions of oxy have no project dimensions and render their names as nothing, too.
        dimensions: {},
        tools: { ...tools, agent_name: location.agentName, prompt },
        ...variables,
      };
      try {
        return createTemplates(now).render(template, values);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        const where = source.place([INSTRUCTIONS_KEY], error.line);
        throw new AgentError(`${where}: ${INSTRUCTIONS_KEY}: ${error.problem}`, 'configuration', { cause: error });
      }
    },
  };
}

/** Returns the variables of a request: the values in the request, otherwise the defaults. */
export function resolveVariables({ definition }: OxyAgentSource, givenVariables: Json | undefined): JsonObject {
  const variables =
    typeof givenVariables === 'object' && givenVariables !== null && !Array.isArray(givenVariables)
      ? givenVariables
      : {};
  const entries = Object.entries(definition.variables);
  return Object.fromEntries(entries.map(([name, schema]) => [name, variables[name] ?? schema.default ?? null]));
}

/**
 * Returns what the instructions use but is missing here: databases that cannot be queried, and semantic models, which
 * only oxy supports.
 */
export async function findMissingInstructionParts(
  source: OxyAgentSource,
  problemOf: (database: string) => Promise<MissingPart | undefined>,
): Promise<MissingPartWithPosition[]> {
  const missingParts: MissingPartWithPosition[] = [];
  for (const { path, line } of listInstructionTemplateNames(source)) {
    const [root, name] = path.split('.');
    const location = source.place([INSTRUCTIONS_KEY], line);
    const what = `${INSTRUCTIONS_KEY} reads ${path}: a semantic model is not available in a local run; ${ALTERNATIVES_ADVICE}`;
    if (root === 'models') missingParts.push({ kind: 'problem', what, place: location });
    const problem = root === 'databases' && name !== undefined ? await problemOf(name) : undefined;
    if (problem !== undefined) missingParts.push({ ...problem, place: location });
  }
  return missingParts;
}

const ALTERNATIVES_ADVICE = 'write it into the instructions, or into a file of the context';

/** Returns the names in the template of the instructions, except the agent's own variables. */
function listInstructionTemplateNames({ definition }: OxyAgentSource): TemplateName[] {
  const names = listTemplateNames(definition.system_instructions);
  return names.filter(({ path }) => !Object.hasOwn(definition.variables, getFirstPathPart(path)));
}

/** Returns notes about features of oxy that Turntree does not support. */
function describeUnsupportedContexts({ definition, place }: OxyAgentSource): string[] {
  if (definition.anonymize === undefined) return [];
  return [`${place(['anonymize'])}: anonymize is not applied: the model receives every text unchanged`];
}

/**
 * Returns the second parts of dotted names that begin with `root`. For example, for the root `databases`, it is `local`
 * in `databases.local.dialect`.
 */
function listSecondPathParts(root: string, names: readonly TemplateName[]): string[] {
  const paths = names.map(({ path }) => path.split('.')).filter(([first]) => first === root);
  return [...new Set(paths.flatMap(([, name]) => name ?? []))];
}

/** Returns warnings about unknown names. These render as nothing, so a typo would not be noticed. */
function describeUnknownNames(names: readonly TemplateName[], { place }: OxyAgentSource): string[] {
  const knownRoots = ['context', 'tools', 'databases'];
  const unknownNames = names.filter(({ path }) => !knownRoots.includes(getFirstPathPart(path)));
  return unknownNames.map(
    ({ path, line }) => `${place([INSTRUCTIONS_KEY], line)}: ${INSTRUCTIONS_KEY} reads ${path}, which does not exist`,
  );
}

function getFirstPathPart(path: string): string {
  return path.split('.', 1)[0] ?? path;
}
