export function ensureBuild(): Promise<void>;
export function ensureCli(): Promise<void>;
export function ensureDashboard(): Promise<void>;
