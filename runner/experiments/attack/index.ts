/** Attacks on agents with hostile texts in what their mocked tools return. */
export { type CleanCase, whyNotAttacked } from './attack-case.ts';
export {
  type AttackCell,
  type AttackedAttempt,
  type AttackResults,
  type AttackSuccess,
  isJudgedVerdict,
  type Share,
  summarizeAttack,
} from './attack-report.ts';
export { type AttackPlan, planAttack, type Variant } from './plan-attack.ts';
