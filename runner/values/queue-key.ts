/** The environment variable with the key that a run and its workers sign requests with. */
export const QUEUE_KEY = 'TURNTREE_QUEUE_KEY';
