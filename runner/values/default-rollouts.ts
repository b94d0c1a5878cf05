/**
 * The most rollouts of a bisection. Half as many would leave about one conversation in ten undecided, and all of them
 * take hardly fewer on average, because a bisection ends when its turn is sure.
 */
export const DEFAULT_ROLLOUTS = 120;
