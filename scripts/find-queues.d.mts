export function findRedis(): string | undefined;
export function findPostgres(): string | undefined;
