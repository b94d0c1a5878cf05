export function ensureBuild(): Promise<number>;
export function ensureCli(): Promise<number>;
export function ensureDashboard(): Promise<number>;
export function exitUnlessBuilt(code: number): void;
