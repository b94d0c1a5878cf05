import { Argument, type Command } from 'commander';
import type { Terminal } from '../../run/terminal.ts';

export function addSchemaCommand(program: Command, terminal: Terminal): void {
  program
    .command('schema')
    .description('Print the JSON Schema of cases, of the workspace config or of *.test.yml files, for editors.')
    .addArgument(new Argument('[of]', 'what to describe').choices(['case', 'config', 'test']).default('case'))
    .addHelpText('after', examples)
    .action(async (of: 'case' | 'config' | 'test') => {
      const { caseJsonSchema, configJsonSchema } = await import('../../inputs/json-schema.ts');
      const { testFileJsonSchema } = await import('../../workspace-files.ts');
      const schemas = { case: caseJsonSchema, config: configJsonSchema, test: testFileJsonSchema };
      const schema = await schemas[of]();
      terminal.stdout.write(`${JSON.stringify(schema, undefined, 2)}\n`);
    });
}

const examples = `
Examples:
  runner schema case > case.schema.json
  runner schema config > config.schema.json
  runner schema test > test.schema.json
`;
