import { Bot, CircleQuestionMark, type Icon, PencilLine, Search, Unplug, User, Wrench } from '@/components/ui/icons';
import type { FaultCounts } from '@/runner/fold';

/** Stands in for the signs of the dashboard: these are in the report anyway, and the word stands beside each. */
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
