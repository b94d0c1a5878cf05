import { findHandlerName } from '../../../scripts/processes/process-handlers.ts';
import { type JsonObject, toErrorMessage } from '../../../values/index.ts';
import type { MissingPart } from '../databases/missing-part.ts';
import type { Databases } from '../databases/open-databases.ts';
import type { OxyAgentSource } from './agent-definition.ts';
import { MissingPartsError, type MissingPartWithPosition } from './missing-parts.ts';
import { createFileSearch, type WordSearch } from './word-search.ts';
import type { Workflow } from './workflow/read-workflow.ts';

/** A tool of an agent, and what answers its calls. */
export type OxyTool = {
  declaration: { name: string; description?: string; parameters: JsonObject };
  answer:
    | { by: 'handler'; key: string }
    | { by: 'database'; database: string; does: 'execute' | 'validate' }
    | { by: 'workflow'; id: string; task: string | undefined }
    | { by: 'words'; search: WordSearch }
    | { by: 'itself' };
};

type DeclaredTool = OxyAgentSource['definition']['tools'][number];
type ToolAnswer = Pick<OxyTool, 'answer'> & { parameters?: JsonObject };
type MissingTool = { missing: readonly MissingPart[] };

export type ToolSources = {
  root: string;
  handlers: readonly string[];
  databases: Databases;
  /** Reads a workflow of the project. Throws if something that the workflow needs is missing. */
  workflow(src: string): Promise<Workflow>;
};

/** For each type of oxy's built-in tools, the name of the argument with the text. */
const textArguments: Record<string, string> = {
  retrieval: 'query',
  execute_sql: 'sql',
  validate_sql: 'sql',
  agent: 'prompt',
  workflow: 'prompt',
};

/** Returns the tools of an agent, and those whose calls cannot be answered here. */
export async function collectOfferedTools(
  { definition, place }: OxyAgentSource,
  sources: ToolSources,
): Promise<{ tools: OxyTool[]; missingTools: MissingPartWithPosition[] }> {
  const tools: OxyTool[] = [];
  const missingTools: MissingPartWithPosition[] = [];
  for (const [index, tool] of definition.tools.entries()) {
    const { type, name = type, description } = tool;
    const toolAnswer = await findToolAnswer(tool, sources);
    if ('answer' in toolAnswer) {
      const { answer, parameters = createToolParameters(type) } = toolAnswer;
      tools.push({ answer, declaration: { name, parameters, description } });
    } else missingTools.push(...toolAnswer.missing.map((part) => ({ ...part, place: place(['tools', index]) })));
  }
  return { tools, missingTools };
}

/** Returns the handler of a tool in the config. A handler for this tool takes precedence over one for its type. */
async function findToolAnswer(
  tool: DeclaredTool,
  { root, handlers, databases, workflow }: ToolSources,
): Promise<ToolAnswer | MissingTool> {
  const { type, name = type } = tool;
  const key = findHandlerName(`tools.${name}`, handlers) ?? findHandlerName(`tools.${type}`, handlers);
  if (key !== undefined) return { answer: { by: 'handler', key } };
  if (type === 'visualize') return { answer: { by: 'itself' } };
  if ((type === 'execute_sql' || type === 'validate_sql') && tool.database !== undefined) {
    const { database } = tool;
    const does = type === 'execute_sql' ? 'execute' : 'validate';
    const problem = await databases.problem(database);
    return problem === undefined ? { answer: { by: 'database', database, does } } : { missing: [problem] };
  }
  if (type === 'workflow' && tool.workflow_ref !== undefined) return findWorkflow(tool.workflow_ref, tool, workflow);
  const search = type === 'retrieval' ? createSearch(tool, root) : undefined;
  return search === undefined
    ? { missing: [createMissingToolHandler(name, type)] }
    : { answer: { by: 'words', search } };
}

const DEFAULT_TOP_K = 4;

function createSearch({ src, top_k: maxPassages = DEFAULT_TOP_K }: DeclaredTool, root: string): WordSearch | undefined {
  return src === undefined ? undefined : createFileSearch(root, { src, maxPassages });
}

async function findWorkflow(
  id: string,
  tool: DeclaredTool,
  workflow: ToolSources['workflow'],
): Promise<ToolAnswer | MissingTool> {
  try {
    const { variables } = await workflow(id);
    const properties = Object.fromEntries(
      Object.entries(variables).map(([name, schema]) => [
        name,
        typeof schema === 'string' ? { type: 'string' } : schema,
      ]),
    );
    return {
      answer: { by: 'workflow', id, task: tool.output_task_ref },
      parameters: { type: 'object', properties, additionalProperties: false },
    };
  } catch (error) {
    return {
      missing: error instanceof MissingPartsError ? error.parts : [{ kind: 'problem', what: toErrorMessage(error) }],
    };
  }
}

/** The formats of handler results that are not plain text. */
const answerTextByToolType: Record<string, string> = {
  retrieval: '[{ id: "where.sql", content: "what it found" }]',
  semantic_query: '[{ column: "value" }]',
  omni_query: '[{ column: "value" }]',
  looker_query: '[{ column: "value" }]',
};

function createMissingToolHandler(name: string, type: string): MissingPart {
  const argument = textArguments[type];
  const values = argument === undefined ? 'values' : `{ ${argument} }`;
  return {
    kind: 'handler',
    what: `the tool "${name}" (${type})`,
    handler: `"tools.${name}": async (${values}) => ${answerTextByToolType[type] ?? '"what it answers"'}`,
  };
}

/** The parameters of oxy's built-in tools, which are described to the model. Those of a workflow are in its file. */
export function createToolParameters(type: string): JsonObject {
  if (type === 'visualize') return chartParameters;
  const argument = textArguments[type];
  if (argument === undefined) return { type: 'object', properties: {}, additionalProperties: true };
  return { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] };
}

const axisParameter: JsonObject = {
  type: 'object',
  properties: { type: { type: 'string' }, name: { type: 'string' }, data: { type: 'array' } },
  required: ['type'],
};
const chartParameters: JsonObject = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    xAxis: axisParameter,
    yAxis: axisParameter,
    series: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          type: { type: 'string', enum: ['line', 'bar', 'pie'] },
          data: { type: 'array' },
        },
        required: ['type'],
      },
    },
  },
  required: ['series'],
};
