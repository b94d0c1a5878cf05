/** Hostile texts in what tools return: their templates, where they are placed, and what became of them. */
export { fillHostileText, templateText } from './fill-text.ts';
export type { Inject, InjectionGoal } from './goal.ts';
export { injectProblems } from './inject-problems.ts';
export { type InjectedTurn, judgeInjection } from './judge-injection.ts';
export { placeText, readTarget } from './place-text.ts';
export {
  builtInTemplates,
  findTemplate,
  type InjectionTemplate,
  isBuiltIn,
  placeholderProblems,
  type TemplateAnswer,
  templateName,
} from './templates.ts';
