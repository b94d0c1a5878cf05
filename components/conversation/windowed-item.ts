/**
 * The position of an item in a windowed list of `count` items. `measure` is the ref callback that measures the item's
 * height.
 */
export type WindowedItem = { index: number; count: number; measure: (element: Element | null) => void };
