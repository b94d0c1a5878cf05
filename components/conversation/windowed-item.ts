/** The position of an item in a windowed list, and the callback that measures its height. */
export type WindowedItem = { index: number; count: number; measure: (element: Element | null) => void };
