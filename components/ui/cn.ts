import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Does not resolve conflicts between them: which one wins is undefined, so avoid conflicting
 * classes.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
