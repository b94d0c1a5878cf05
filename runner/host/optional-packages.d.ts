/*
 * Type declarations for optional packages that this project does not install: a user who needs DuckDB installs it, and
 * tests of protocols use OpenAI's types for their messages. `npm run sdks` checks the same files with the types of the
 * real packages.
 */
declare module '@duckdb/node-api' {
  type Settings = Record<string, string>;
  export type DuckDBResultReader = {
    columnTypes(): readonly unknown[];
    getRowObjectsJson(): Record<string, unknown>[];
    deduplicatedColumnNames(): readonly string[];
  };
  export type DuckDBConnection = {
    run(sql: string): Promise<unknown>;
    runAndReadAll(sql: string): Promise<DuckDBResultReader>;
    interrupt(): void;
    closeSync(): void;
  };
  export type DuckDBInstance = { connect(): Promise<DuckDBConnection>; closeSync(): void };
  export const DuckDBInstance: { create(place: string, settings?: Settings): Promise<DuckDBInstance> };
}

declare module 'openai/resources/chat/completions' {
  export type ChatCompletion = {
    id: string;
    object: 'chat.completion';
    created: number;
    model: string;
    choices: object[];
  };
  export namespace ChatCompletionChunk {
    export namespace Choice {
      export type Delta = { role?: string; content?: string | null; refusal?: string | null; tool_calls?: object[] };
    }
    export type Choice = {
      finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call' | null;
    };
  }
}

declare module 'openai/resources/responses/responses' {
  export type ResponseOutputItem = { id?: string; type: string; [key: string]: unknown };
  export type ResponseOutputMessage = ResponseOutputItem & { id: string };
  export type Response = {
    id: string;
    object: 'response';
    status?: string;
    output: ResponseOutputItem[];
    usage?: object;
    error: { code: string; message: string } | null;
    incomplete_details: { reason?: string } | null;
  };
  export type ResponseStreamEvent = {
    type: string;
    sequence_number?: number;
    response?: Response;
    [key: string]: unknown;
  };
}
