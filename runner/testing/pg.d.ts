/** The package has no types of its own; this is what tests use of it. */
declare module 'pg' {
  export class Client {
    constructor(url: string);
    connect(): Promise<void>;
    query(text: string, values?: readonly unknown[]): Promise<{ rowCount: number | null }>;
    end(): Promise<void>;
  }
}
