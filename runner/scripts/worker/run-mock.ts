type UserFunction = (...args: unknown[]) => unknown;

/** What a script mock gave: its answer and the state as it left it, or the error that it threw on purpose. */
export type MockValue = { result: unknown; state: unknown } | { refused: string };

/** Calls a script mock with the arguments and the state, which it may change. Throws what is a mistake in the script. */
export async function runMockFunction(callable: UserFunction, payload: unknown): Promise<MockValue> {
  const [args, state] = Array.isArray(payload) ? payload : [payload];
  try {
    return { result: await callable(args, state), state };
  } catch (error) {
    if (mistakes.some((mistake) => error instanceof mistake)) throw error;
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

/** Thrown by the language itself; a tool that fails throws an error of its own. */
const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError];
