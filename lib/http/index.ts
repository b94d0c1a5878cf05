export { accessCookie, checkAccess, closedPage, cookieName } from './check-access.ts';
export { checkRequest, MARKER_HEADER, type RequestFacts } from './check-request.ts';
export { readJson, respond } from './respond.ts';
export { type RunParams, readCase, readSearch, readSuite, route, runRoute } from './route.ts';
export { securityHeaders } from './security-headers.ts';
