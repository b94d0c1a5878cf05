export { admit } from './admit.ts';
export { readJson, respond } from './respond.ts';
export { type RunParams, readCase, readSearch, readSuite, route, runRoute } from './route.ts';
