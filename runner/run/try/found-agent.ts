import type { JsonObject } from '../../values/index.ts';

/** The result of the detection: a new config entry, or an agent that already exists in the workspace. */
export type FoundAgent =
  | {
      kind: 'new';
      entry: JsonObject;
      name: string;
      said: string;
      /**
       * An entry that reads the server's protocol directly, if this differs from the normal entry. For callers that do
       * not write a config.
       */
      reader?: JsonObject;
    }
  | { kind: 'known'; id: string; root: string; said: string };
