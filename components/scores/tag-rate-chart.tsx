import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from '@/components/charts/chart-frame';
import { axisTickStyle, WIDTH_PX } from '@/components/charts/chart-look';
import { ChartTooltip } from '@/components/charts/chart-tooltip';
import { formatPercent } from '@/runner/format';
import type { ScoreGroup } from '@/runner/verdict';

const MAX_TAGS = 20;
const BAR_ROW_PX = 26;
const AXIS_HEIGHT_PX = 40;

/** A chart of the share of scores within their expected range by tag, the lowest share first. */
export function TagRateChart({ tags }: { tags: readonly ScoreGroup[] }) {
  const rated = tags
    .map(({ name, passed, total }) => ({ name, passed, total, rate: passed / total }))
    .sort((left, right) => left.rate - right.rate);
  const shownTags = rated.slice(0, MAX_TAGS);
  const [lowest] = rated;
  const worst = lowest === undefined ? '' : `; the lowest is ${lowest.name} with ${formatPercent(lowest.rate)}`;
  const height = shownTags.length * BAR_ROW_PX + AXIS_HEIGHT_PX;
  return (
    <ChartFrame
      title="Success rate by tag"
      {...(shownTags.length < rated.length ? { note: `The ${MAX_TAGS} lowest of ${rated.length} tags.` } : {})}
      words={`Success rate of ${rated.length} tags${worst}`}
      data={{
        columns: [{ title: 'Tag' }, { title: 'In range' }, { title: 'Rate', format: formatPercent }],
        lines: rated.map(({ name, passed, total, rate }) => ({
          key: name,
          cells: [name, `${passed} of ${total}`, rate],
        })),
      }}
    >
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: WIDTH_PX, height }}>
        <BarChart
          data={shownTags}
          layout="vertical"
          margin={{ top: 0, right: 16, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis
            type="number"
            domain={[0, 1]}
            tickFormatter={(rate: number) => formatPercent(rate)}
            tick={axisTickStyle}
            stroke="var(--line-strong)"
          />
          <YAxis
            type="category"
            dataKey="name"
            tick={axisTickStyle}
            stroke="var(--line-strong)"
            width={96}
            interval={0}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hover)' }}
            content={({ active, payload }) => {
              const tag = rated.find(({ name }) => name === payload[0]?.payload?.name);
              if (!active || tag === undefined) return null;
              return (
                <ChartTooltip title={tag.name} lines={[`${tag.passed} of ${tag.total}, ${formatPercent(tag.rate)}`]} />
              );
            }}
          />
          <Bar
            dataKey="rate"
            fill="var(--accent)"
            background={{ fill: 'var(--sunken)' }}
            barSize={14}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
