/** What a build is made of; `npm run build -- --verbose` shows everything that they print. */
export const dashboardStep = ['Building the dashboard', 'next', ['build']];
export const cliStep = ['Building the command line', 'node', ['scripts/build-cli.mjs']];
export const typesStep = ['Building the types', 'node', ['scripts/build-types.mjs']];
