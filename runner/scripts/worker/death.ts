export type Death = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The process exceeded its memory limit. */
  overran: boolean;
  memoryMb: number;
  /** Tail of its standard error. */
  errors: string;
};

/** Explains in a message why a process of user code ended. */
export function describeDeath({ code, signal, overran, memoryMb, errors }: Death): string {
  if (overran || /^FATAL ERROR: .*heap/m.test(errors)) return `it ran out of memory (limit ${memoryMb} MB)`;
  return signal === null ? `its process exited with code ${code}` : `its process was ended by ${signal}`;
}
