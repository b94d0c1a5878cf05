type Props = { series: readonly { name: string; color: string; dash?: string }[]; withBand: boolean };

/** Shows the legend of the lines; a single line needs one only for its band. */
export function SeriesKey({ series, withBand }: Props) {
  if (series.length < 2 && !withBand) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      {series.map(({ name, color, dash }) => (
        <span key={name}>
          <svg aria-hidden width="20" height="8" className="mr-1 inline-block align-middle">
            <line x1="0" x2="20" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dash} />
          </svg>
          {name}
        </span>
      ))}
      {withBand && (
        <span>
          <svg aria-hidden width="20" height="8" className="mr-1 inline-block align-middle">
            <rect width="20" height="8" fill="var(--accent)" fillOpacity="0.18" />
          </svg>
          95% interval
        </span>
      )}
    </p>
  );
}
