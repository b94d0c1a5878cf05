/**
 * The bundle options of the GitHub Action. GitHub runs the committed file as it is, so the build has to give the same
 * bytes on every machine; a test compares them.
 *
 * @type {import('esbuild').BuildOptions}
 */
export const actionBundle = {
  entryPoints: ['runner/github-action/main.ts'],
  outfile: 'action/index.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Halves the size of the file, but keeps names and lines, so that the file can be read in a review.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'none',
  logLevel: 'warning',
  banner: { js: '// Built from runner/github-action by "npm run build:action"; do not edit.' },
};
