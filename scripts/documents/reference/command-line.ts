import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../../runner/cli/main.ts';
import { longName } from '../../../runner/run/flags/define-flag.ts';
import { testFlags } from '../../../runner/run/flags/test-flags.ts';
import { inlineCode, markdownPage, markdownTable } from './markdown.ts';

const silent = { write: () => true, once: () => undefined };

/** The commands and flags of the program. */
export function commandLinePage(): string {
  const program = createProgram({ stdout: silent, stderr: silent, variables: {}, cwd: '.' }, () => undefined);
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  const visibleCommands = commands.filter((command) => command.commands.length === 0 && command.name() !== 'help');
  const list = visibleCommands.map((command) => [
    `[${fullName(command)}](#${headingAnchor(fullName(command))})`,
    command.description(),
  ]);
  const intro =
    'Every command and every flag. `turntree <command> --help` prints the same. Flags marked *config* can be set in `defaults` of the [config](config.md).';
  return markdownPage('Command line', intro, [
    markdownTable(['command', ''], list),
    ...visibleCommands.map(commandSection),
  ]);
}

function commandSection(command: Command): string {
  const aliases = command.aliases().map((alias) => inlineCode(alias));
  const usage = `${inlineCode(`turntree ${fullName(command)} ${command.usage()}`)}${aliases.length > 0 ? `, also ${aliases.join(', ')}` : ''}`;
  const groups = Map.groupBy(
    command.options.filter(({ hidden }) => !hidden),
    ({ helpGroupHeading }) => helpGroupHeading ?? '',
  );
  const flags = [...groups].map(([title, options]) => {
    const rows = options.map((option) => [
      inlineCode(option.flags),
      option.description,
      optionAttributesText(command, option),
    ]);
    const hasMarks = rows.some(([, , mark]) => mark !== '');
    const body = markdownTable(
      hasMarks ? ['flag', '', ''] : ['flag', ''],
      hasMarks ? rows : rows.map((row) => row.slice(0, 2)),
    );
    return title === '' ? body : `### ${title.replace(/:$/, '')}\n\n${body}`;
  });
  const inputs = markdownTable(['argument', ''], command.registeredArguments.map(describeArgument));
  return [`## ${fullName(command)}`, command.description(), usage, inputs, ...flags]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeArgument(argument: Argument): string[] {
  const choices = argument.argChoices === undefined ? '' : `: ${argument.argChoices.map(inlineCode).join(', ')}`;
  return [inlineCode(argument.name()), `${argument.description}${choices}`];
}

/** Says whether a config may set the flag, and which values it has. */
function optionAttributesText(command: Command, option: Option): string {
  const record =
    command.name() === 'test' ? testFlags.find(([, flag]) => longName(flag) === option.long)?.[1] : undefined;
  const choices = option.argChoices === undefined ? [] : [option.argChoices.map(inlineCode).join(', ')];
  return [...choices, ...(record?.config === true ? ['*config*'] : [])].join('; ');
}

function fullName(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

function headingAnchor(text: string): string {
  return text.replaceAll(' ', '-');
}
