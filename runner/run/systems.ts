import { oxy } from '../compat/oxy/index.ts';
import { joinSystems } from '../compat/system.ts';
import { yao } from '../compat/yao/index.ts';

/** The systems whose files the application understands. */
export const systems = joinSystems([yao, oxy]);
