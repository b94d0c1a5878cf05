/**
 * Returns the flags of `turntree ui` for `npm start`: the given flags, and if `--port` is not among them, a port from
 * the environment: `PORT`, or the variable that npm sets for a `--port` before its `--`.
 */
export function startFlags(flags, variables) {
  if (flags.some((flag) => flag === '--port' || flag.startsWith('--port='))) return flags;
  const port = variables.npm_config_port ?? variables.PORT ?? '';
  return port === '' ? flags : [...flags, '--port', port];
}

/**
 * Returns why the port is invalid. It is checked before the build, so that the error does not come only after minutes
 * of work.
 */
export function wrongPort(flags) {
  const position = flags.findIndex((flag) => flag === '--port' || flag.startsWith('--port='));
  if (position === -1) return undefined;
  const port = flags[position].includes('=') ? flags[position].slice('--port='.length) : (flags[position + 1] ?? '');
  if (/^\d+$/.test(port) && Number(port) <= 65_535) return undefined;
  return `"${port}" is not a port. Name a number up to 65535, or leave it out: PORT=4319 npm start`;
}
