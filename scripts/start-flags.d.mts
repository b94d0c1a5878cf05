export function startFlags(flags: readonly string[], variables: Readonly<Record<string, string | undefined>>): string[];
export function wrongPort(flags: readonly string[]): string | undefined;
