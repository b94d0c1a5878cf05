/** What a console reporter of a test writes to, without colours and lines that are overwritten, and what it wrote. */
export function consoleText() {
  const written: string[] = [];
  return {
    options: {
      output: { write: (chunk: string) => void written.push(chunk) },
      colours: false,
      live: false,
      verbose: false,
      quiet: false,
    },
    text: () => written.join(''),
  };
}
