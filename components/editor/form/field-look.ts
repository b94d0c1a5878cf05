export const fieldClass = 'w-full min-w-0 rounded-md border bg-surface px-2.5 text-sm read-only:bg-sunken';
export const singleLineFieldClass = `${fieldClass} h-8`;
export const multilineFieldClass = `${fieldClass} py-1.5 [field-sizing:content]`;
export const codeFieldClass = `${multilineFieldClass} font-mono text-xs`;
