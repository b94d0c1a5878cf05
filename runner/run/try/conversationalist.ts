import type { SpokenTurn } from './spoken-turn.ts';
import type { WrittenSuite } from './write-suite.ts';

/** The user who talks to the agent: at a terminal, or through a program such as the dashboard. */
export type Conversationalist = {
  /** Called when it is known how to call the agent. */
  showAgent(description: string): void;
  /** The next message; an empty one ends the conversation. */
  next(): Promise<string>;
  showAnswer(turn: SpokenTurn): void;
  showSuite(suite: WrittenSuite): void;
  close(): void;
};
