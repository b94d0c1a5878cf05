/**
 * The flags of `runner ui` for `npm start`: what is given, and a port from the environment unless one is named. That is
 * `PORT`, or what npm makes of a `--port` that stands before its `--`.
 */
export function startFlags(flags, variables) {
  if (flags.some((flag) => flag === '--port' || flag.startsWith('--port='))) return flags;
  const port = variables.npm_config_port ?? variables.PORT ?? '';
  return port === '' ? flags : [...flags, '--port', port];
}
