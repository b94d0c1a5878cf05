import type { Injection, StandardCase } from '../contract/index.ts';

/** The hostile text of a case, written by its author or created by an attack. */
export type Inject = NonNullable<StandardCase['inject']>;

/** What a hostile text tries to make the agent do. */
export type InjectionGoal = Injection['goal'];
