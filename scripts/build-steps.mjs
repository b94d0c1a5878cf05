/** The steps of a build; `npm run build -- --verbose` shows all their output. */
/** This process ends together with the build that started it. */
const next = ['--require', './bin/end-with-parent.cjs', 'node_modules/next/dist/bin/next'];
export const dashboardStep = ['Building the dashboard', 'node', [...next, 'build'], { tied: true }];
export const cliStep = ['Building the command line', 'node', ['scripts/build-cli.mjs']];
export const typesStep = ['Building the types', 'node', ['scripts/build-types.mjs']];
