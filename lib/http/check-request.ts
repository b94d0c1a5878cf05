/** The parts of a request that determine whether it is accepted. Header values are unparsed. */
export type RequestFacts = {
  method: string;
  host: string | null;
  origin: string | null;
  fetchSite: string | null;
  fetchMode: string | null;
  fetchDestination: string | null;
  contentType: string | null;
  marker: string | null;
};

export type RequestRefusal = { status: 403 | 415 | 421; message: string };

/** A header that only pages of this server can send: other origins would need a CORS preflight, which is refused. */
export const CSRF_HEADER = 'x-turntree';

const loopbackHostNames = ['127.0.0.1', 'localhost'];
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns the reason why a request is refused; undefined if it is accepted. Because the server can run programs, it
 * answers only under its own host names (against DNS rebinding) and only to its own pages. If `port` is undefined, any
 * port is accepted.
 */
export function findRequestRefusal(facts: RequestFacts, port: number | undefined): RequestRefusal | undefined {
  if (!isOwnHost(facts.host, port)) {
    return { status: 421, message: 'This server answers on 127.0.0.1 and localhost only.' };
  }
  if (facts.origin !== null && facts.origin !== `http://${facts.host?.toLowerCase()}`) {
    return { status: 403, message: 'Requests from other origins are refused.' };
  }
  if (isCrossOrigin(facts)) return { status: 403, message: 'Requests from other sites are refused.' };
  if (safeMethods.includes(facts.method)) return undefined;
  if (!isJsonContentType(facts.contentType))
    return { status: 415, message: 'Send JSON: content-type: application/json.' };
  if (facts.marker !== '1')
    return { status: 403, message: `Requests that change something need the header ${CSRF_HEADER}: 1.` };
  return undefined;
}

function isOwnHost(host: string | null, port: number | undefined): boolean {
  const match = /^([^:]+)(?::(\d+))?$/.exec(host?.toLowerCase() ?? '');
  if (match === null || !loopbackHostNames.includes(match[1] ?? '')) return false;
  return port === undefined || Number(match[2] ?? '80') === port;
}

/**
 * Returns true for a request from another site, which is refused. Exception: a link on another site may open a page.
 */
function isCrossOrigin(facts: RequestFacts): boolean {
  if (facts.fetchSite === null || facts.fetchSite === 'same-origin' || facts.fetchSite === 'none') return false;
  const opensPage = facts.method === 'GET' && facts.fetchMode === 'navigate' && facts.fetchDestination === 'document';
  return !opensPage;
}

function isJsonContentType(contentType: string | null): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}
