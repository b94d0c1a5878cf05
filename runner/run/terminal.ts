import { createRedactor } from './redactor.ts';
import { makeTextSafeForScreen } from './report/to-screen-text.ts';

/**
 * The parts of a process stream that Turntree uses. Declared here, so that programs that import the package need no
 * type declarations of Node.
 */
type OutputStream = {
  write(text: string): unknown;
  once(event: 'drain', listener: () => void): unknown;
  isTTY?: boolean;
  columns?: number;
};

/** The lines of standard input, typed by a person or read from a file. */
export type LineReader = {
  /** True if a person types the lines. Then the terminal already shows them. */
  isTyped: boolean;
  /** Returns undefined at the end of input. */
  next(prompt: string): Promise<string | undefined>;
  close(): void;
};

/** The environment of a command: streams, variables, current folder. Tests replace it. */
export type Terminal = {
  stdout: OutputStream;
  stderr: OutputStream;
  variables: Record<string, string | undefined>;
  cwd: string;
  /** The name by which the user called the program, if it is not `turntree`. */
  calledAs?: string;
  /** The key for signing queue entries. It is not one of the variables, because code of a workspace can read those. */
  queueKey?: string | undefined;
  /** Opens standard input; omitted if there is none. */
  lines?: (signal: AbortSignal) => LineReader;
  /**
   * Sets the function that masks secrets in all output of both streams. Before the first call, only the values of
   * variables whose names look like keys are masked.
   */
  setRedaction?: (redact: (text: string) => string) => void;
};

/** Returns a terminal that masks secrets in all output, whichever code writes it. */
export function maskSecretsInOutput<SomeTerminal extends Terminal>(terminal: SomeTerminal): SomeTerminal {
  let redact = createRedactor({ ...terminal, extra: [] });
  const isLog = ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'].some((name) =>
    isVariableSet(terminal.variables[name]),
  );
  const maskStream = (stream: Terminal['stdout']): Terminal['stdout'] =>
    new Proxy(stream, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'write') return member.bind(target);
        return (text: unknown, ...others: unknown[]) =>
          member.call(
            target,
            typeof text === 'string' ? makeTextSafeForScreen(redact(text), { isTTY: target.isTTY, isLog }) : text,
            ...others,
          );
      },
    });
  return {
    ...terminal,
    stdout: maskStream(terminal.stdout),
    stderr: maskStream(terminal.stderr),
    setRedaction(next) {
      redact = next;
    },
  };
}

export type ColourFlag = boolean | undefined;

/**
 * Decides whether a stream gets colours. The first of these that applies decides: `--color` or `--no-color`,
 * `NO_COLOR`, `FORCE_COLOR`, whether the stream is a terminal.
 */
export function shouldUseColours(
  { variables }: Pick<Terminal, 'variables'>,
  { flag, stream }: { flag: ColourFlag; stream: { isTTY?: boolean } },
): boolean {
  if (flag !== undefined) return flag;
  if (isVariableSet(variables.NO_COLOR)) return false;
  if (isVariableSet(variables.FORCE_COLOR)) return variables.FORCE_COLOR !== '0';
  return stream.isTTY === true;
}

function isVariableSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
