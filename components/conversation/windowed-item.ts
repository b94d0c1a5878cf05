/**
 * The item at position `index` in a windowed list of `count` items; `measure` is the ref callback that measures its
 * height.
 */
export type WindowedItem = { index: number; count: number; measure: (element: Element | null) => void };
