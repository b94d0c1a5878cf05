import { Argument } from 'commander';
import { type CliHost, printJson } from '../../run/command-line.ts';

export function addSchemaCommand({ program, terminal }: CliHost): void {
  program
    .command('schema')
    .description('Print the JSON Schema of cases, of the workspace config or of *.test.yml files, for editors.')
    .addArgument(new Argument('[what]', 'the format to describe').choices(['case', 'config', 'test']).default('case'))
    .addHelpText('after', examples)
    .action(async (what: 'case' | 'config' | 'test') => {
      const { jsonSchemas } = await import('../../run/json-schemas.ts');
      printJson(await jsonSchemas[what](), terminal);
    });
}

const examples = `
Examples:
  turntree schema case > case.schema.json
  turntree schema config > config.schema.json
  turntree schema test > test.schema.json
`;
