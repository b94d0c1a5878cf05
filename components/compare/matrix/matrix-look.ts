export const matrixLine = 'grid grid-cols-(--columns) gap-x-3 pr-3';
/** A style that keeps the names of cases in sight when the table is scrolled sideways. */
export const firstCell = 'sticky left-0 z-1 min-w-0 bg-inherit pl-3 text-left font-normal';
