import type { SystemFiles } from '../system-files.ts';

export const yaoFiles: SystemFiles = { marks: ['app.yao', 'app.json', 'app.jsonc', 'assistants'] };
