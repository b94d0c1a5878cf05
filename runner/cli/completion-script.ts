import type { Command, Option } from 'commander';

// Written by hand: the library @bomb.sh/tab supports commander 15, but starts the program at every press of Tab. This
// script completes without the program.
export type CompletionShell = 'bash' | 'zsh' | 'fish';

/** A script that completes the commands, flags and values of a program. Everything else completes to file names. */
export function completionScript(program: Command, shell: CompletionShell): string {
  const commands = program.commands.flatMap((command) =>
    [command.name(), ...command.aliases()].map(
      (name): CompletedCommand => ({
        name,
        description: firstSentence(command.description()),
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
      return bashScript(commands);
    case 'zsh':
      return zshScript(commands);
    case 'fish':
      return fishScript(commands);
    default:
      return shell satisfies never;
  }
}

/** `words` are the possible arguments, if they are a closed set. */
type CompletedCommand = { name: string; description: string; options: readonly Option[]; words: readonly string[] };

function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap((option) => {
      if (option.argChoices === undefined) return [];
      const patterns = listFlags(option).map((flag) => `${name}:${flag}`);
      return [`    ${patterns.join('|')}) words="${option.argChoices.join(' ')}" ;;`];
    }),
  );
  const takesValue = commands.flatMap(({ name, options }) =>
    options.flatMap((option) => (hasValue(option) ? listFlags(option).map((flag) => `${name}:${flag}`) : [])),
  );
  const flags = commands.map(
    ({ name, options }) => `      ${name}) words="${options.flatMap(listFlags).join(' ')}" ;;`,
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

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, description }) => `    ${quoteForShell(`${name}:${description}`)}`);
  const branches = commands.map(({ name, options, words }) => {
    const specs = options.flatMap((option) => listFlags(option).map((flag) => zshOption(option, flag)));
    const rest = words.length === 0 ? '*:file:_files' : `*:word:(${words.join(' ')})`;
    return `    ${name}) _arguments ${[...specs, rest].map(quoteForShell).join(' ')} ;;`;
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

function zshOption(option: Option, flag: string): string {
  const description = option.description.replaceAll(/[[\]:]/g, (character) => `\\${character}`);
  const spec = `*${flag}[${description}]`;
  if (!hasValue(option)) return spec;
  return `${spec}:value:${option.argChoices === undefined ? '_files' : `(${option.argChoices.join(' ')})`}`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(
    ({ name, description }) => `-n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(description)}`,
  );
  const rest = commands.flatMap(({ name, options, words }) => [
    ...options.map((option) => fishOption(name, option)),
    ...(words.length === 0 ? [] : [`${fishPrefix(name)} -f -a ${fishQuoted(words.join(' '))}`]),
  ]);
  const lines = [...names, ...rest].map((line) => `complete -c turntree ${line}`);
  return `# Completion for fish: turntree completion fish | source\n${lines.join('\n')}\ncomplete -c runner -w turntree\n`;
}

function fishOption(command: string, option: Option): string {
  const flags = listFlags(option).map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const choices = option.argChoices === undefined ? '-r' : `-x -a ${fishQuoted(option.argChoices.join(' '))}`;
  const value = hasValue(option) ? ` ${choices}` : '';
  return `${fishPrefix(command)} ${flags.join(' ')}${value} -d ${fishQuoted(option.description)}`;
}

function fishPrefix(command: string): string {
  return `-n '__fish_seen_subcommand_from ${command}'`;
}

function listFlags({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined && flag !== null);
}

function hasValue({ required, optional }: Option): boolean {
  return required || optional;
}

function firstSentence(text: string): string {
  return text.replace(/[:.].*$/s, '');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
