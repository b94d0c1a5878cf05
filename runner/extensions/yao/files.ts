import type { SystemFiles } from '../system-files.ts';

/** One of these lies in the root of an application. */
export const applicationFiles = ['app.yao', 'app.json', 'app.jsonc'];

export const yaoFiles: SystemFiles = {
  marks: [...applicationFiles, 'assistants'],
  // Samples of tools look like cases.
  isData: (file) => /\/mcps\/mapping\//.test(file),
};
