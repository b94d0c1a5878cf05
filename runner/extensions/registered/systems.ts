import { combineIntegrations } from '../join-systems.ts';
import { mastra } from '../mastra/index.ts';
import { oxy } from '../oxy/index.ts';
import { yao } from '../yao/index.ts';

/** The systems whose files the application understands. */
export const systems = combineIntegrations([yao, oxy, mastra]);
