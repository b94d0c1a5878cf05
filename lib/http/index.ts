export { checkAndSecureRequest } from './check-and-secure-request.ts';
export { withErrorResponses } from './respond.ts';
export {
  caseSchema,
  defineRoute,
  defineRunRoute,
  parseCaseParams,
  parseRouteBody,
  parseSearchParams,
  parseSuiteParam,
} from './route.ts';
