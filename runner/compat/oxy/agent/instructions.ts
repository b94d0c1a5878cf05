import { AgentError } from '../../../ports/index.ts';
import type { Json, JsonObject } from '../../../values/index.ts';
import { type TemplateName, templateNames } from '../templates/template-names.ts';
import { createTemplates, TemplateError } from '../templates/templates.ts';
import type { OxyAgentSource } from './agent-definition.ts';
import { readContexts } from './read-contexts.ts';

/** The values that fill in the instructions of one question. */
export type Filling = {
  prompt: string;
  variables: JsonObject;
  /** The tool answers that the instructions read, by tool name. */
  tools: JsonObject;
  now: () => Date;
};

export type Instructions = {
  /** Throws with the place in the file. */
  render(filling: Filling): string;
  /** The tools whose answer to the question stands in the instructions. */
  tools: string[];
  /** Notes for the user. */
  notes: string[];
};

const KEY = 'system_instructions';
const databases: Record<string, string> = {
  databases: 'the schema of a database',
  models: 'a semantic model',
  dimensions: 'the values of a dimension',
};
const ownTools = ['agent_name', 'prompt', 'data_app_file_path'];

/** The instructions of an agent file, with what they read of its context. */
export function readInstructions(source: OxyAgentSource, place: { root: string; agentName: string }): Instructions {
  const { definition } = source;
  const template = definition.system_instructions;
  const names = namesIn(source);
  const contexts = readContexts(source, place.root);
  return {
    tools: toolsIn(names),
    notes: [...contexts.notes, ...unknownNames(names, source)],
    render({ prompt, variables, tools, now }) {
      const values = {
        context: contexts.values,
        tools: { ...tools, agent_name: place.agentName, prompt },
        ...variables,
      };
      try {
        return createTemplates(now).render(template, values);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        const where = source.place([KEY], error.line);
        throw new AgentError(`${where}: ${KEY}: ${error.problem}`, 'configuration', { cause: error });
      }
    },
  };
}

/** The variables of one question: what it gives, else the defaults. */
export function variablesOf({ definition }: OxyAgentSource, given: Json | undefined): JsonObject {
  const wanted = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  const entries = Object.entries(definition.variables);
  return Object.fromEntries(entries.map(([name, schema]) => [name, wanted[name] ?? schema.default ?? null]));
}

/** Returns the names that the instructions read and only oxy has. */
export function unavailableNames(source: OxyAgentSource): string[] {
  const problems = namesIn(source).flatMap(({ path, line }) => {
    const what = databases[rootOf(path)];
    if (what === undefined) return [];
    const instead = 'write it into the instructions, or into a file of the context';
    return [`${source.place([KEY], line)}: ${KEY} reads ${path}: ${what} is not there in a local run; ${instead}`];
  });
  return [...new Set(problems)];
}

/** Returns the names that the template reads, except the agent's own variables. */
function namesIn({ definition }: OxyAgentSource): TemplateName[] {
  const names = templateNames(definition.system_instructions);
  return names.filter(({ path }) => !Object.hasOwn(definition.variables, rootOf(path)));
}

function toolsIn(names: readonly TemplateName[]): string[] {
  const read = names.map(({ path }) => path.split('.')).filter(([root]) => root === 'tools');
  return [...new Set(read.flatMap(([, name]) => (name === undefined || ownTools.includes(name) ? [] : [name])))];
}

/** Nothing stands where the template reads a name that nobody has; a name that is misspelt looks like that. */
function unknownNames(names: readonly TemplateName[], { place }: OxyAgentSource): string[] {
  const known = ['context', 'tools'];
  const unknown = names.filter(({ path }) => !known.includes(rootOf(path)));
  return unknown.map(({ path, line }) => `${place([KEY], line)}: ${KEY} reads ${path}, which is not there`);
}

function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}
