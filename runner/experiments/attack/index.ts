/** Attacks on agents with hostile texts in what their mocked tools return. */
export { type CleanCase, reasonNotAttackable as whyNotAttacked } from './attack-case.ts';
export {
  type AttackedAttempt,
  type AttackResults,
  type AttackSuccess,
  type AttemptShare as Share,
  isJudgedVerdict,
  summarizeAttack,
  type TemplateFieldCount as AttackCell,
} from './attack-report.ts';
export { type AttackPlan, type AttackVariant as Variant, planAttack } from './plan-attack.ts';
