'use strict';
var findPnpApi = require('module').findPnpApi;

/*
 * Refuses to run under Plug'n'Play of Yarn. The package contains the modules that it needs, but Plug'n'Play finds only
 * packages that a project names.
 */
exports.refuseIfOn = function () {
  if (!process.versions.pnp || !findPnpApi || !findPnpApi(__filename)) return;
  console.error(
    "turntree: Turntree does not run under Plug'n'Play of Yarn. Write \"nodeLinker: node-modules\" into .yarnrc.yml, then run: yarn install",
  );
  process.exit(78);
};
