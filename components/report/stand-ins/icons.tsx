import type { SVGProps } from 'react';

type IconNode = readonly (readonly [tag: 'path' | 'circle' | 'rect' | 'line', attributes: Record<string, string>])[];

/** Stands in for the icon builder of `lucide-react`, which weighs as much as the icons. */
export default function createLucideIcon({ node }: { node: IconNode }) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        {node.map(([Tag, { key, ...attributes }]) => (
          <Tag key={key} {...attributes} />
        ))}
      </svg>
    );
  };
}
