/**
 * The maximum number of rollouts of a bisection. With half as many, about one conversation in ten would stay undecided.
 * On average, that would save little, because a bisection ends as soon as its result is certain.
 */
export const DEFAULT_ROLLOUTS = 120;
