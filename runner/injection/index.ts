/** Hostile texts in tool results: their templates, their placement, and the verdict on the agent's reaction. */
export { fillHostileText, fillInjectionTemplate } from './fill-text.ts';
export type { InjectionConfig, InjectionGoal } from './goal.ts';
export { findInjectProblems } from './inject-problems.ts';
export { type InjectedTurn, judgeInjection } from './judge-injection.ts';
export { insertTextAtPath, parseTarget } from './place-text.ts';
export {
  builtInInjectionTemplates,
  findPlaceholderProblems,
  findTemplate,
  type InjectionTemplate,
  isBuiltInTemplate,
  parseTemplateName,
  type TemplateLookup,
} from './templates.ts';
