import type { JsonPath } from '../../values/index.ts';

/** A complaint of a server about a field of a request. */
export type ServerComplaint = {
  path: JsonPath;
  /** The part of the request to which the field belongs: the body, unless the server names another part. */
  where: 'body' | 'query' | 'header' | 'path';
  problem: 'missing' | 'unwanted' | 'type';
  /** The expected type, if the server says it. */
  type?: 'string' | 'list' | 'object' | 'uuid' | 'boolean' | 'number' | undefined;
  /** The values that the server allows for the field. */
  values?: readonly string[];
};
