import type { HistoryLocation } from '../stored/stored-history.ts';

export type AttackFormat = 'text' | 'json' | 'md' | 'junit';

export type AttackFlags = HistoryLocation & {
  name?: string | undefined;
  connector?: string;
  env?: string[];
  case?: string[] | undefined;
  templates?: string;
  template?: string[];
  runs: number;
  parallel?: number;
  timeout?: number;
  budget?: number;
  yes?: boolean;
  dryRun?: boolean;
  /** The maximum accepted success rate of attacks, 0 to 1. */
  maxAttackSuccess: number;
  format: AttackFormat;
  output?: string[];
};

export type AttackRequest = { suites: readonly string[]; flags: AttackFlags };
