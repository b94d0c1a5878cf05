export type ShellLine = {
  text: string;
  line: number;
  /** The expected exit code, from a comment such as `# exits with 1`. */
  exitCode: number;
  /** The text for standard input, from `echo "…" |` before the command. */
  input: string;
  /** Environment variables that are set before the command, as in `CI=1 npx …`. */
  variables: Record<string, string>;
  words: string[];
  /** The file to which the output is redirected with `>`, if any. */
  target: string | undefined;
};

/** Returns the commands in the text of a block; a backslash at the end of a line continues it. */
export function splitIntoShellLines(block: string, firstLine: number): ShellLine[] {
  const commands: { text: string; line: number }[] = [];
  let isContinued = false;
  for (const [index, text] of block.split('\n').entries()) {
    const last = commands.at(-1);
    if (isContinued && last !== undefined) last.text += ` ${text.replace(/\\$/, '')}`;
    else commands.push({ text: text.replace(/\\$/, ''), line: firstLine + index });
    isContinued = text.endsWith('\\');
  }
  return commands.map(({ text, line }) => parseShellLine(text, line)).filter(({ text }) => text !== '');
}

function parseShellLine(source: string, line: number): ShellLine {
  const [command = '', comment = ''] = source.split(/(?:^|\s+)#/);
  const text = command.trim();
  const [, spoken, rest = text] = /^echo (?:"([^"]*)"|'[^']*') \| (.*)$/.exec(text) ?? [];
  const [, main = rest, target] = /^(.*?) > (\S+)$/.exec(rest) ?? [];
  const words = splitShellWords(main);
  const count = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const assignments = words.splice(0, Math.max(count, 0));
  return {
    text,
    line,
    exitCode: Number(/exits with (\d+)/.exec(comment)?.[1] ?? 0),
    input: spoken === undefined ? '' : `${spoken}\n`,
    variables: Object.fromEntries(assignments.map((word) => word.split(/=(.*)/s).slice(0, 2))),
    words,
    target,
  };
}

/** Splits a command line into words; quotes hold words together. */
export function splitShellWords(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
