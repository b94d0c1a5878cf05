import type { JsonObject } from '../../values/index.ts';

/** The result of detection: a new config entry, or an agent that exists in the workspace. */
export type FoundAgent =
  | {
      kind: 'new';
      entry: JsonObject;
      name: string;
      said: string;
      /**
       * The entry that reads the raw protocol, if this differs from the normal entry; for callers that do not write a
       * config.
       */
      reader?: JsonObject;
    }
  | { kind: 'known'; id: string; root: string; said: string };
