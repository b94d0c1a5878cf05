'use strict';
var findPnpApi = require('module').findPnpApi;

/* The package holds the modules that it needs. Plug'n'Play of Yarn finds only packages that a project names. */
exports.refuseIfOn = function () {
  if (!process.versions.pnp || !findPnpApi || !findPnpApi(__filename)) return;
  console.error(
    "turntree: Turntree does not run under Plug'n'Play of Yarn. Write \"nodeLinker: node-modules\" into .yarnrc.yml, then run: yarn install",
  );
  process.exit(78);
};
