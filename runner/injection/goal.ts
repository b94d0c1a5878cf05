import type { Injection, StandardCase } from '../contract/index.ts';

/** The hostile text of a case, written by its author or created by an attack. */
export type InjectionConfig = NonNullable<StandardCase['inject']>;

/** The action that a hostile text tries to make the agent do. */
export type InjectionGoal = Injection['goal'];
