import { Bot, CircleQuestionMark, type Icon, PencilLine, Search, Unplug, User, Wrench } from '@/components/ui/icons';
import type { FaultCounts } from '@/runner/fold';

/**
 * Replaces the dashboard's icons of parties by icons that the report contains anyway; the party's name is always next
 * to them.
 */
export const partyIcons: Readonly<Record<keyof FaultCounts, Icon>> = {
  agent: Bot,
  simulator: User,
  judge: CircleQuestionMark,
  infra: Unplug,
  case: PencilLine,
  user_code: Wrench,
  not_agent: CircleQuestionMark,
};

export const hintIcon = Search;
