/** A folder of the user's own, mode 0700; nothing where it would be somebody else's. */
export function userFolder(name: string, env?: Record<string, string | undefined>, uid?: number): string | undefined;
