/** The parts of Yao's hook arguments that this assistant uses. */
export type Context = {
  metadata: { age?: string };
  memory: { chat: { Incr(key: string): number; Get(key: string): unknown } };
  Send(text: string): string;
};

export type Asked = { role: string; content: string };
export type Decision = { delegate?: { agent_id: string; messages: Asked[] }; prompt_preset?: string };

type Book = { title: string; author: string; copies: number };
export type Answered = { completion: { content: string }; tools: { tool: string; result: Book | null }[] | null };
