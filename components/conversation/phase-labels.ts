import type { Phase } from '@/runner/contract';

export const phaseLabels: Readonly<Record<Phase, string>> = {
  simulator: 'the simulator',
  agent: 'the agent',
  tool: 'a tool',
  judge: 'the judge',
  scorer: 'a scorer',
  script: 'a script',
};
