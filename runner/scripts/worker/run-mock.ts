type UserFunction = (...args: unknown[]) => unknown;

/** The result of a script mock: the mock's answer and the new state, or the error that it threw on purpose. */
export type ScriptMockResult = { result: unknown; state: unknown } | { refused: string };

/**
 * Calls a script mock with the arguments and the state, which the mock may change. Throws errors that are mistakes in
 * the script.
 */
export async function runMockFunction(callable: UserFunction, payload: unknown): Promise<ScriptMockResult> {
  const [args, state] = Array.isArray(payload) ? payload : [payload];
  try {
    return { result: await callable(args, state), state };
  } catch (error) {
    if (programmingErrors.some((mistake) => error instanceof mistake)) throw error;
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The classes of errors that JavaScript itself throws. Such an error is a bug in the mock; a mock that fails on purpose
 * throws an error of another class.
 */
const programmingErrors = [TypeError, ReferenceError, RangeError, SyntaxError];
