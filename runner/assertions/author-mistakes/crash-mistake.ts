/**
 * Matches the beginning of a program's error message: a Python traceback, or a JavaScript or Java error with its stack.
 */
const crashPattern =
  /^(?:Traceback \(most recent call last\):|(?:Uncaught )?[A-Za-z.]*(?:Error|Exception)\b[^\n]*\n\s+at \S)/;

/** Finds an answer that is the error message of a program. A text in it is not the agent's. */
export function findCrashMistake(answer: string): string | undefined {
  const text = answer.trimStart();
  return crashPattern.test(text)
    ? `the answer is the error of a program: ${JSON.stringify(text.split('\n', 1)[0]?.slice(0, 80))}`
    : undefined;
}

/** Matches an error message of a server with further details after it. */
const serverErrorPattern =
  /^(?:internal (?:server )?error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|too many requests)[:.,] \S/i;

/** Returns true for an answer that is the error message of a program or a server. */
export function isErrorAnswer(answer: string): boolean {
  return findCrashMistake(answer) !== undefined || serverErrorPattern.test(answer.trimStart());
}
