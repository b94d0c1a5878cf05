import {
  Bot,
  Braces,
  Drama,
  FileWarning,
  Lightbulb,
  type LucideIcon,
  Scale,
  ServerCrash,
  ShieldQuestion,
} from 'lucide-react';
import type { FaultCounts } from '@/runner/fold';

/** The sign of each party, beside its word: colour is never alone. */
export const partyIcons: Readonly<Record<keyof FaultCounts, LucideIcon>> = {
  agent: Bot,
  simulator: Drama,
  judge: Scale,
  infra: ServerCrash,
  case: FileWarning,
  user_code: Braces,
  not_agent: ShieldQuestion,
};

export const hintIcon = Lightbulb;
