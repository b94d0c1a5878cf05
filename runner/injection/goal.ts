import type { Injection, StandardCase } from '../contract/index.ts';

/** The hostile text of a case, as its author wrote it or as an attack made it. */
export type Inject = NonNullable<StandardCase['inject']>;

/** What a hostile text tries to make the agent do. */
export type InjectionGoal = Injection['goal'];
