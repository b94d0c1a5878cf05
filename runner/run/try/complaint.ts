import type { JsonPath } from '../../values/index.ts';

/** A member of a request that a server complains about. */
export type ServerComplaint = {
  path: JsonPath;
  /** The part of the request where the member is expected: the body, unless the server says otherwise. */
  where: 'body' | 'query' | 'header' | 'path';
  problem: 'missing' | 'unwanted' | 'type';
  /** The expected type, if the server says it. */
  type?: 'string' | 'list' | 'object' | 'uuid' | 'boolean' | 'number' | undefined;
  /** The values that the server allows. */
  values?: readonly string[];
};
