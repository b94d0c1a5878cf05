/** Returns options for a console reporter without colours and live progress, and a function that returns its output. */
export function createConsoleCapture() {
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
