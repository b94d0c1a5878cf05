/** Threads and processes that tests start load the built program, which `build-cli.ts` has brought up to date. */
globalThis.turntreeBuilt = new URL('../../dist/', import.meta.url);
