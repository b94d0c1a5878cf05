import type { JsonObject } from '../../values/index.ts';

/** The answer to "how does one talk to it": an entry for the config, or an agent that its workspace knows already. */
export type FoundAgent =
  | {
      kind: 'new';
      entry: JsonObject;
      name: string;
      said: string;
      /** The entry that reads the protocol as it is, where it is another one, for whoever does not write a config. */
      reader?: JsonObject;
    }
  | { kind: 'known'; id: string; root: string; said: string };
