import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Does not resolve conflicts between them: it is undefined which of two conflicting classes applies,
 * so avoid such classes.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
