export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M12 22V5M12 17c-4.500 0-6-2-6-5M12 12.500c4 0 5.500-1.800 5.500-4.500" strokeLinecap="round" />
      <g fill="currentColor" stroke="none">
        <circle cx="12" cy="4" r="2.600" />
        <circle cx="6" cy="10.500" r="2.600" />
        <circle cx="17.500" cy="6.500" r="2.600" />
      </g>
    </svg>
  );
}
