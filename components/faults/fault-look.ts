import {
  Bot,
  Braces,
  Drama,
  FileWarning,
  type Icon,
  Lightbulb,
  Scale,
  ServerCrash,
  ShieldQuestion,
} from '@/components/ui/icons';
import type { FaultCounts } from '@/runner/fold';

/** An icon for each party that can be at fault, so that parties are not distinguished by colour alone. */
export const partyIcons: Readonly<Record<keyof FaultCounts, Icon>> = {
  agent: Bot,
  simulator: Drama,
  judge: Scale,
  infra: ServerCrash,
  case: FileWarning,
  user_code: Braces,
  not_agent: ShieldQuestion,
};

export const hintIcon = Lightbulb;
