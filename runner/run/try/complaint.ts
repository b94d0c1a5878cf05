import type { JsonPath } from '../../values/index.ts';

/** A member of a request that a server complains about. */
export type Complaint = {
  path: JsonPath;
  /** Where it is wanted: in the body unless the server says otherwise. */
  where: 'body' | 'query' | 'header' | 'path';
  problem: 'missing' | 'unwanted' | 'type';
  /** The type that is wanted, as far as it is said. */
  type?: 'string' | 'list' | 'object' | 'uuid' | 'boolean' | 'number' | undefined;
  /** The values that it may have. */
  values?: readonly string[];
};
