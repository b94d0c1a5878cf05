/** Attacks on agents: prompt injections in the results of mocked tools. */
export { type CaseWithCleanAttempts, findReasonNotAttackable } from './attack-case.ts';
export {
  type AttackedAttempt,
  type AttackResults,
  type AttackSuccess,
  type AttemptShare,
  isJudgedVerdict,
  summarizeAttack,
  type TemplateFieldCount,
} from './attack-report.ts';
export { type AttackPlan, type AttackVariant, planAttack } from './plan-attack.ts';
