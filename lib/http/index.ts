export { checkAndSecureRequest } from './admit.ts';
export { respond } from './respond.ts';
export { caseSchema, readCase, readJson, readSearch, readSuite, route, runRoute } from './route.ts';
