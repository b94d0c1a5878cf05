import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { readBounded } from '../../../host/bounded-file.ts';
import { AgentError } from '../../../ports/index.ts';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import { toErrorMessage } from '../../../values/index.ts';
import { formatYamlProblem, parseYaml, type YamlResult } from '../../../yaml/read-yaml.ts';
import { describeOnlyRunsInOxy } from '../files.ts';
import { MissingPartsError } from './missing-parts.ts';

const filesSchema = z.union([
  z.array(z.string().min(1)),
  z
    .string()
    .min(1)
    .transform((src) => [src]),
]);
const fileContextSchema = z.looseObject({
  name: z.string().min(1),
  type: z.literal('file'),
  src: filesSchema,
});
const modelContextSchema = z.looseObject({
  name: z.string().min(1),
  type: z.literal('semantic_model'),
  src: z.string().min(1),
});

const toolSchema = z.looseObject({
  type: z.string().min(1),
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  database: z.string().min(1).optional(),
  workflow_ref: z.string().min(1).optional(),
  output_task_ref: z.string().min(1).optional(),
  src: filesSchema.optional().catch(undefined),
  top_k: z.int().positive().optional().catch(undefined),
});

/** A variable of an agent: a JSON schema that may contain a default, or only the default. */
const variableSchema = z.union([
  z.string().transform((text) => ({ default: text })),
  z.looseObject({ default: jsonSchema.optional() }),
]);

const agentSchema = z.looseObject({
  name: z.string().optional(),
  description: z.string().optional(),
  model: z.string().min(1),
  system_instructions: z.string().min(1, 'must not be empty'),
  tools: z.array(toolSchema).default([]),
  context: z
    .array(
      z.discriminatedUnion('type', [fileContextSchema, modelContextSchema], {
        error: 'only contexts of the types file and semantic_model are available in a local run',
      }),
    )
    .default([]),
  variables: z.record(z.string(), variableSchema).default({}),
  reasoning: z.looseObject({ effort: z.enum(['low', 'medium', 'high']) }).optional(),
  max_tool_calls: z.int().positive().default(10),
  anonymize: jsonSchema.optional(),
});
const kindSchema = z.looseObject({ type: jsonSchema.optional() });

export type OxyAgentDefinition = z.infer<typeof agentSchema>;

/** A parsed agent file. */
export type OxyAgentSource = {
  definition: OxyAgentDefinition;
  /**
   * Returns the position of the value at a path, for messages. `line` is a line within a text value, counted from 1.
   */
  place(path: readonly (string | number)[], line?: number): string;
};

/**
 * Parses a `*.agent.yml`. Keys that only oxy's own programs use are ignored. Throws an error with file, line and
 * column.
 */
export function readOxyAgent(file: string, root: string): OxyAgentSource {
  const relativeFile = toRelativePath(root, file);
  const text = readDefinitionText(file, relativeFile);
  const kind = parseYaml(kindSchema, { text, file: relativeFile });
  if (kind.ok && kind.data.type === 'routing') {
    const { line, column } = kind.positionOf(['type'], 'value');
    const location = `${relativeFile}:${line}:${column}`;
    throw new MissingPartsError([
      { kind: 'agent', place: location, what: describeOnlyRunsInOxy(relativeFile, 'routing agents') },
    ]);
  }
  const definition = parseYaml(agentSchema, { text, file: relativeFile });
  if (!definition.ok) throw new AgentError(definition.problems.map(formatYamlProblem).join('\n'), 'configuration');
  return {
    definition: definition.data,
    place: (at, line) => describePosition(at, line, { parse: definition, text, displayName: relativeFile }),
  };
}

function readDefinitionText(file: string, displayName: string): string {
  try {
    return readBounded(file, { name: displayName });
  } catch (error) {
    throw new AgentError(`${displayName} cannot be read: ${toErrorMessage(error)}`, 'configuration');
  }
}

type DefinitionText = { parse: YamlResult<OxyAgentDefinition>; text: string; displayName: string };

/** The lines of a text are at the same lines of the file only if the text is a YAML block with `|`. */
function describePosition(
  at: readonly (string | number)[],
  line: number | undefined,
  { parse, text, displayName }: DefinitionText,
): string {
  const start = parse.positionOf(at, 'value');
  const lines = text.split('\n');
  const opening = (lines[start.line - 1] ?? '').slice(start.column - 1);
  if (line !== undefined && opening.startsWith('|')) {
    const column = (lines[start.line + line - 1] ?? '').search(/\S|$/) + 1;
    return `${displayName}:${start.line + line}:${column}`;
  }
  return `${displayName}:${start.line}:${start.column}`;
}
