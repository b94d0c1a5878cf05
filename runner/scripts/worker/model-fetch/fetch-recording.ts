import type { AgentHostRequest } from '../../module-context.ts';

export type FetchRecording = {
  /** Whether requests of user code may reach a real model: `never` in a strict replay. */
  asks: 'always' | 'maybe' | 'never';
  /** Returns the id of the running call; undefined while the module is loaded, and after the call's end. */
  callId(): number | undefined;
  ask<Answer>(id: number, question: AgentHostRequest): Promise<Answer>;
};
