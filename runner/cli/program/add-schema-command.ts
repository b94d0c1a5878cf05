import { Argument, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';

export function addSchemaCommand(program: Command, terminal: Terminal): void {
  program
    .command('schema')
    .description('Print the JSON Schema of cases or of the workspace config, for editors.')
    .addArgument(new Argument('[of]', 'what to describe').choices(['case', 'config']).default('case'))
    .addHelpText('after', examples)
    .action(async (of: 'case' | 'config') => {
      const { caseJsonSchema, configJsonSchema } = await import('../../contract/json-schema.ts');
      const schema = of === 'case' ? caseJsonSchema() : configJsonSchema();
      terminal.stdout.write(`${JSON.stringify(schema, undefined, 2)}\n`);
    });
}

const examples = `
Examples:
  runner schema case > case.schema.json
  runner schema config > config.schema.json
`;
