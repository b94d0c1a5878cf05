export const matrixRowClass = 'grid grid-cols-(--columns) gap-x-3 pr-3';
/** The CSS classes that keep the names of the cases visible when the table scrolls sideways. */
export const firstCellClass = 'sticky left-0 z-1 min-w-0 bg-inherit pl-3 text-left font-normal';
