/** Why a worker ended, in words. */
export function deathBy(error: unknown, memoryMb: number): string {
  if (!(error instanceof Error)) return `its worker crashed: ${String(error)}`;
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return `it ran out of memory (limit ${memoryMb} MB)`;
  return `its worker crashed: ${error.stack ?? error.message}`;
}
