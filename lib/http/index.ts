export { checkAndSecureRequest } from './admit.ts';
export { withErrorResponses } from './respond.ts';
export { caseSchema, defineRoute, defineRunRoute, readCase, readJson, readSearch, readSuite } from './route.ts';
