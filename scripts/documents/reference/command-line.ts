import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../../runner/cli/main.ts';
import { getLongFlagName } from '../../../runner/run/flags/define-flag.ts';
import { testFlags } from '../../../runner/run/flags/test-flags.ts';
import { buildMarkdownPage, formatInlineCode, formatMarkdownTable } from './markdown.ts';

const silent = { write: () => true, once: () => undefined };

/** The commands and flags of the program. */
export function buildCommandLinePage(): string {
  const program = createProgram({ stdout: silent, stderr: silent, variables: {}, cwd: '.' }, () => undefined);
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  const visibleCommands = commands.filter((command) => command.commands.length === 0 && command.name() !== 'help');
  const list = visibleCommands.map((command) => [
    `[${getFullCommandName(command)}](#${toHeadingAnchor(getFullCommandName(command))})`,
    command.description(),
  ]);
  const intro =
    'Every command and every flag. `turntree <command> --help` prints the same. Flags marked *config* can be set in `defaults` of the [config](config.md).';
  return buildMarkdownPage('Command line', intro, [
    formatMarkdownTable(['command', ''], list),
    ...visibleCommands.map(buildCommandSection),
  ]);
}

function buildCommandSection(command: Command): string {
  const aliases = command.aliases().map((alias) => formatInlineCode(alias));
  const usage = `${formatInlineCode(`turntree ${getFullCommandName(command)} ${command.usage()}`)}${aliases.length > 0 ? `, also ${aliases.join(', ')}` : ''}`;
  const groups = Map.groupBy(
    command.options.filter(({ hidden }) => !hidden),
    ({ helpGroupHeading }) => helpGroupHeading ?? '',
  );
  const flags = [...groups].map(([title, options]) => {
    const rows = options.map((option) => [
      formatInlineCode(option.flags),
      option.description,
      formatOptionAttributes(command, option),
    ]);
    const hasMarks = rows.some(([, , mark]) => mark !== '');
    const body = formatMarkdownTable(
      hasMarks ? ['flag', '', ''] : ['flag', ''],
      hasMarks ? rows : rows.map((row) => row.slice(0, 2)),
    );
    return title === '' ? body : `### ${title.replace(/:$/, '')}\n\n${body}`;
  });
  const inputs = formatMarkdownTable(['argument', ''], command.registeredArguments.map(describeArgument));
  return [`## ${getFullCommandName(command)}`, command.description(), usage, inputs, ...flags]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeArgument(argument: Argument): string[] {
  const choices = argument.argChoices === undefined ? '' : `: ${argument.argChoices.map(formatInlineCode).join(', ')}`;
  return [formatInlineCode(argument.name()), `${argument.description}${choices}`];
}

/** Says whether a config may set the flag, and which values it has. */
function formatOptionAttributes(command: Command, option: Option): string {
  const record =
    command.name() === 'test' ? testFlags.find(([, flag]) => getLongFlagName(flag) === option.long)?.[1] : undefined;
  const choices = option.argChoices === undefined ? [] : [option.argChoices.map(formatInlineCode).join(', ')];
  return [...choices, ...(record?.config === true ? ['*config*'] : [])].join('; ');
}

function getFullCommandName(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${getFullCommandName(parent)} ${command.name()}`;
}

function toHeadingAnchor(text: string): string {
  return text.replaceAll(' ', '-');
}
