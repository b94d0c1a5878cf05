import type { Terminal } from '../run/terminal.ts';

/** The name of the program in the message texts of the source code. */
const PROGRAM_NAME = 'turntree';
/** The other name under which the program is installed. */
const PROGRAM_ALIAS = 'runner';

/** Returns the name by which the program was called. `program` is the path of the executed file. */
export function getInvokedProgramName(program: string | undefined): string {
  const name = (program ?? '').split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.(cjs|cmd|exe|ps1)$/i, '') === PROGRAM_ALIAS ? PROGRAM_ALIAS : PROGRAM_NAME;
}

/**
 * Returns a terminal that replaces the program name in messages by the name with which the program was called: in
 * prefixes, usage lines and suggested commands. Commands with `npx` stay unchanged, because `npx` needs the name of the
 * package.
 */
export function withInvokedProgramName<SomeTerminal extends Terminal>(terminal: SomeTerminal): SomeTerminal {
  const { calledAs = PROGRAM_NAME, stderr } = terminal;
  if (calledAs === PROGRAM_NAME) return terminal;
  const renamedStderr = new Proxy(stderr, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'write') return member.bind(target);
      return (text: unknown, ...otherArguments: unknown[]) =>
        member.call(target, typeof text === 'string' ? replaceProgramName(text, calledAs) : text, ...otherArguments);
    },
  });
  return { ...terminal, stderr: renamedStderr };
}

/** Replaces the program name where a text contains it as a command or a prefix. */
export function replaceProgramName(text: string, name = PROGRAM_NAME): string {
  return name === PROGRAM_NAME ? text : text.replaceAll(/(?<!npx |[\w./:-])turntree(?=: | [a-z[<-])/g, name);
}
