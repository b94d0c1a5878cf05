export { checkAndSecureRequest } from './admit.ts';
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
