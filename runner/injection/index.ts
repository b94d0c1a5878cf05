/** Hostile texts in what tools return: their templates, where they are placed, and what became of them. */
export { type Canary, drawCanary } from './canary.ts';
export { fillHostileText, type HostileText, templateText } from './fill-text.ts';
export type { Goal, Inject } from './goal.ts';
export { injectProblems } from './inject-problems.ts';
export { type InjectedTurn, type InjectionRuling, judgeInjection } from './judge-injection.ts';
export { placeText, readTarget } from './place-text.ts';
export {
  builtInTemplates,
  type GoalType,
  orders,
  placeholders,
  type Template,
  templateName,
  unknownPlaceholders,
} from './templates.ts';
