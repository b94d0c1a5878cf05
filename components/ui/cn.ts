import { type ClassValue, clsx } from 'clsx';

/** Joins class names. Which of two that contradict each other wins is undefined, so components must not need it. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
