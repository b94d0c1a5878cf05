import type { EndReason } from '../../contract/index.ts';

/** Describes how an attempt ended: `Ended: all turns sent`, `Stopped: max turns (8)`. */
export function describeEndReason(reason: EndReason, turns: number): string {
  return reason === 'max_turns' ? `Stopped: max turns (${turns})` : endReasonTexts[reason];
}

const endReasonTexts: Readonly<Record<Exclude<EndReason, 'max_turns'>, string>> = {
  checkpoints_reached: 'Ended: all checkpoints reached',
  goal_achieved: 'Ended: goal of the simulator achieved',
  refused: 'Ended: the simulator gave up',
  turns_played: 'Ended: all turns sent',
  agent_ended: 'Ended: by the agent',
  never: 'Stopped: a rule under "never" matched',
  out_of_order: 'Stopped: checkpoint out of order',
  no_simulator: 'Ended: no simulator to continue',
  timeout: 'Stopped: timeout',
  agent_error: 'Stopped: agent error',
  unmocked_call: 'Stopped: call without a mock',
  simulator_error: 'Stopped: simulator error',
  input_error: 'Stopped: input error',
  hook_error: 'Stopped: hook error',
  judge_error: 'Stopped: judge error',
  script_error: 'Stopped: script error',
  scorer_error: 'Stopped: scorer error',
  cancelled: 'Stopped: cancelled',
};
