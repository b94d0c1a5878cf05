export const fieldLook = 'w-full min-w-0 rounded-md border bg-surface px-2.5 text-sm read-only:bg-sunken';
export const lineLook = `${fieldLook} h-8`;
export const areaLook = `${fieldLook} py-1.5 [field-sizing:content]`;
export const codeLook = `${areaLook} font-mono text-xs`;
