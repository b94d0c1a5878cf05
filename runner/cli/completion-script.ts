import type { Command, Option } from 'commander';

// Written without a library: @bomb.sh/tab supports commander 15, but starts the program each time the user presses Tab.
// This script completes words by itself.
export type CompletionShell = 'bash' | 'zsh' | 'fish';

/**
 * Returns a shell script that completes the commands, flags and values of a program, and file names everywhere else.
 */
export function createCompletionScript(program: Command, shell: CompletionShell): string {
  const commands = program.commands.flatMap((command) =>
    [command.name(), ...command.aliases()].map(
      (name): CompletableCommand => ({
        name,
        description: getFirstSentence(command.description()),
        options: [
          ...command.options.filter(({ hidden }) => !hidden),
          command.createOption('-h, --help', 'display help'),
        ],
        words: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      }),
    ),
  );
  switch (shell) {
    case 'bash':
      return createBashScript(commands);
    case 'zsh':
      return createZshScript(commands);
    case 'fish':
      return createFishScript(commands);
    default:
      return shell satisfies never;
  }
}

/** The possible values of the argument; empty if it can be any text. */
type CompletableCommand = { name: string; description: string; options: readonly Option[]; words: readonly string[] };

function createBashScript(commands: readonly CompletableCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap((option) => {
      if (option.argChoices === undefined) return [];
      const patterns = listFlagsOfOption(option).map((flag) => `${name}:${flag}`);
      return [`    ${patterns.join('|')}) words="${option.argChoices.join(' ')}" ;;`];
    }),
  );
  const takesValue = commands.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      acceptsValue(option) ? listFlagsOfOption(option).map((flag) => `${name}:${flag}`) : [],
    ),
  );
  const flags = commands.map(
    ({ name, options }) => `      ${name}) words="${options.flatMap(listFlagsOfOption).join(' ')}" ;;`,
  );
  const words = commands.flatMap(({ name, words: choices }) =>
    choices.length === 0 ? [] : [`      ${name}) words="${choices.join(' ')}" ;;`],
  );
  return `# Completion for bash: source <(turntree completion bash)
_turntree() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    words="${commands.map(({ name }) => name).join(' ')}"
  else
    case "$command:$previous" in
${values.join('\n')}
    ${takesValue.join('|')}) return 0 ;;
    *)
    if [[ $current == -* ]]; then case "$command" in
${flags.join('\n')}
    esac; else case "$command" in
${words.join('\n')}
    esac; fi ;;
    esac
  fi
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
  return 0
}
complete -o default -F _turntree turntree runner
`;
}

function createZshScript(commands: readonly CompletableCommand[]): string {
  const described = commands.map(({ name, description }) => `    ${quoteForShell(`${name}:${description}`)}`);
  const branches = commands.map(({ name, options, words }) => {
    const specs = options.flatMap((option) => listFlagsOfOption(option).map((flag) => formatZshOption(option, flag)));
    const argumentSpec = words.length === 0 ? '*:file:_files' : `*:word:(${words.join(' ')})`;
    return `    ${name}) _arguments ${[...specs, argumentSpec].map(quoteForShell).join(' ')} ;;`;
  });
  return `#compdef turntree runner
# Completion for zsh: source <(turntree completion zsh)
_turntree() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${branches.join('\n')}
  esac
}
compdef _turntree turntree runner
`;
}

function formatZshOption(option: Option, flag: string): string {
  const description = option.description.replaceAll(/[[\]:]/g, (character) => `\\${character}`);
  const spec = `*${flag}[${description}]`;
  if (!acceptsValue(option)) return spec;
  return `${spec}:value:${option.argChoices === undefined ? '_files' : `(${option.argChoices.join(' ')})`}`;
}

function createFishScript(commands: readonly CompletableCommand[]): string {
  const names = commands.map(
    ({ name, description }) => `-n __fish_use_subcommand -f -a ${name} -d ${quoteForFish(description)}`,
  );
  const rest = commands.flatMap(({ name, options, words }) => [
    ...options.map((option) => formatFishOption(name, option)),
    ...(words.length === 0 ? [] : [`${formatFishPrefix(name)} -f -a ${quoteForFish(words.join(' '))}`]),
  ]);
  const lines = [...names, ...rest].map((line) => `complete -c turntree ${line}`);
  return `# Completion for fish: turntree completion fish | source\n${lines.join('\n')}\ncomplete -c runner -w turntree\n`;
}

function formatFishOption(command: string, option: Option): string {
  const flags = listFlagsOfOption(option).map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const choices = option.argChoices === undefined ? '-r' : `-x -a ${quoteForFish(option.argChoices.join(' '))}`;
  const value = acceptsValue(option) ? ` ${choices}` : '';
  return `${formatFishPrefix(command)} ${flags.join(' ')}${value} -d ${quoteForFish(option.description)}`;
}

function formatFishPrefix(command: string): string {
  return `-n '__fish_seen_subcommand_from ${command}'`;
}

function listFlagsOfOption({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined && flag !== null);
}

function acceptsValue({ required, optional }: Option): boolean {
  return required || optional;
}

function getFirstSentence(text: string): string {
  return text.replace(/[:.].*$/s, '');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
