import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['2xs', 'xs', 'sm', 'base', 'lg', 'xl'] }] } },
});

/** Joins class names; of two that contradict each other the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
