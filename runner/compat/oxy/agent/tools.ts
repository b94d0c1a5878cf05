import { findHandler } from '../../../scripts/processes/process-handlers.ts';
import type { JsonObject } from '../../../values/index.ts';
import type { OxyAgentSource } from './agent-definition.ts';

/** A tool that the workspace answers itself, with a handler for `tools.<name>`. */
export type OxyTool = {
  /** The name that its handler is registered under; it may cover several. */
  handler: string;
  declaration: { name: string; description?: string; parameters: JsonObject };
};

/** The arguments that oxy's own tools have. */
const textArguments: Record<string, string> = {
  retrieval: 'query',
  execute_sql: 'sql',
  validate_sql: 'sql',
  agent: 'prompt',
  workflow: 'prompt',
};

/** The tools of an agent file. What they need of oxy is not there, so that each needs a handler; the others are problems. */
export function offeredTools(
  { definition, place }: OxyAgentSource,
  registered: readonly string[],
): { tools: OxyTool[]; problems: string[] } {
  const tools: OxyTool[] = [];
  const problems: string[] = [];
  for (const [index, { type, name = type, description }] of definition.tools.entries()) {
    const handler = findHandler(`tools.${name}`, registered);
    const declaration = { name, parameters: parametersOf(type), description };
    if (handler === undefined) problems.push(`${place(['tools', index])}: ${withoutHandler(name, type)}`);
    else tools.push({ handler, declaration });
  }
  return { tools, problems };
}

function withoutHandler(name: string, type: string): string {
  const argument = textArguments[type] ?? '…';
  return (
    `the tool "${name}" is of type ${type}, which does not run here. Take it out, or answer it in runner.config.ts: ` +
    `export default { processes: { "tools.${name}": ({ ${argument} }) => … } }`
  );
}

function parametersOf(type: string): JsonObject {
  const argument = textArguments[type];
  if (argument === undefined) return { type: 'object', properties: {}, additionalProperties: true };
  return { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] };
}
