/** The package has no types of its own; this is what is used of it. */
declare module 'pg' {
  export class Client {
    constructor(url: string);
    /** What it will connect to; of a socket, its folder. */
    readonly host: string;
    connect(): Promise<void>;
    query(text: string, values?: readonly unknown[]): Promise<{ rowCount: number | null }>;
    end(): Promise<void>;
  }
}
