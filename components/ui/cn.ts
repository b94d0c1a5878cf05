import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Does not resolve conflicts: it is undefined which of two conflicting classes applies, so they must
 * not be combined.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
