import { Bot, CircleQuestionMark, type Icon, PencilLine, Search, Unplug, User, Wrench } from '@/components/ui/icons';
import type { FaultCounts } from '@/runner/fold';

/**
 * Replaces the icons of the dashboard for the parties at fault by icons that the report contains anyway. The name of
 * the party is always next to the icon.
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
