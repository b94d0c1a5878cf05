/** The variable with what a run and its workers sign with. */
export const QUEUE_KEY = 'TURNTREE_QUEUE_KEY';
