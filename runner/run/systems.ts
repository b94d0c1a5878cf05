import { mastra } from '../compat/mastra/index.ts';
import { oxy } from '../compat/oxy/index.ts';
import { yao } from '../compat/yao/index.ts';
import { joinSystems } from './join-systems.ts';

/** The systems whose files the application understands. */
export const systems = joinSystems([yao, oxy, mastra]);
