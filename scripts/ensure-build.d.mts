export function ensureBuild(): Promise<void>;
export function ensureCli(): Promise<void>;
