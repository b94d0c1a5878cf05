/** Returns options for a test's console reporter, without colours and overwritten lines, and its output. */
export function consoleText() {
  const chunks: string[] = [];
  return {
    options: {
      output: { write: (chunk: string) => void chunks.push(chunk) },
      colours: false,
      live: false,
      verbose: false,
      quiet: false,
    },
    text: () => chunks.join(''),
  };
}
