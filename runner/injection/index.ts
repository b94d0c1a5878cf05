/** Hostile texts in tool results: their templates, their placement, and the verdict on the agent's reaction. */
export { fillHostileText, fillInjectionTemplate } from './fill-text.ts';
export type { InjectionConfig, InjectionGoal } from './goal.ts';
export { injectProblems } from './inject-problems.ts';
export { type InjectedTurn, judgeInjection } from './judge-injection.ts';
export { insertTextAtPath, readTarget } from './place-text.ts';
export {
  builtInTemplates,
  findTemplate,
  type InjectionTemplate,
  isBuiltIn,
  placeholderProblems,
  type TemplateLookup,
  templateName,
} from './templates.ts';
