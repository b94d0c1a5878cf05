/**
 * The maximum number of rollouts of a bisection. Half as many would leave about one conversation in ten undecided. On
 * average they would save little, because a bisection ends as soon as its result is certain.
 */
export const DEFAULT_ROLLOUTS = 120;
