export type Death = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** It had more memory than it may. */
  overran: boolean;
  memoryMb: number;
  /** The end of what it wrote to standard error. */
  errors: string;
};

/** Why a process of user code ended, in words. */
export function describeDeath({ code, signal, overran, memoryMb, errors }: Death): string {
  if (overran || /^FATAL ERROR: .*heap/m.test(errors)) return `it ran out of memory (limit ${memoryMb} MB)`;
  return signal === null ? `its process exited with code ${code}` : `its process was ended by ${signal}`;
}
