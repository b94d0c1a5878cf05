/** Where an item of a windowed list is, and how its height is told. */
export type ItemPlace = { index: number; count: number; measure: (element: Element | null) => void };
