/** The package has no type declarations; this file declares the parts that are used. */
declare module 'pg' {
  export class Client {
    constructor(url: string);
    /** The host to connect to; for a Unix socket, the folder of the socket. */
    readonly host: string;
    connect(): Promise<void>;
    query(text: string, values?: readonly unknown[]): Promise<{ rowCount: number | null }>;
    end(): Promise<void>;
  }
}
