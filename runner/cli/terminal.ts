/** The outside of a command: streams, variables, where it stands. Tests bring their own. */
export type Terminal = {
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  variables: Record<string, string | undefined>;
  cwd: string;
};

export type ColourFlag = boolean | undefined;

/** `--color` and `--no-color`, then `NO_COLOR`, then `FORCE_COLOR`, then whether the stream is a terminal. */
export function wantsColours(
  { variables }: Pick<Terminal, 'variables'>,
  { flag, stream }: { flag: ColourFlag; stream: { isTTY?: boolean } },
): boolean {
  if (flag !== undefined) return flag;
  if (isSet(variables.NO_COLOR)) return false;
  if (isSet(variables.FORCE_COLOR)) return variables.FORCE_COLOR !== '0';
  return stream.isTTY === true;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
