import { combineIntegrations } from '../combine-integrations.ts';
import { mastra } from '../mastra/index.ts';
import { oxy } from '../oxy/index.ts';
import { yao } from '../yao/index.ts';

/** The other agent systems whose files Turntree can read. */
export const systems = combineIntegrations([yao, oxy, mastra]);
