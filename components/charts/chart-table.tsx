import { TextLink } from '@/components/ui/links';
import { replaceInvisibleCharacters } from '@/runner/format';
import { type ChartData, formatChartValue } from './chart-data';

export function ChartTable({ columns, lines }: ChartData) {
  return (
    <table className="w-full text-xs tabular-nums">
      <thead className="text-ink-faint">
        <tr>
          {columns.map(({ title }, position) => (
            <th
              key={title}
              scope="col"
              className={position === 0 ? 'text-left font-normal' : 'whitespace-nowrap pl-2 text-right font-normal'}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, href, cells: [name = '', ...cells] }) => (
          <tr key={key} className="border-t">
            <th scope="row" className="break-words py-0.5 text-left font-normal">
              {href === undefined ? (
                replaceInvisibleCharacters(formatChartValue(name, columns[0]?.format))
              ) : (
                <TextLink href={href}>
                  {replaceInvisibleCharacters(formatChartValue(name, columns[0]?.format))}
                </TextLink>
              )}
            </th>
            {cells.map((cell, position) => (
              <td key={position} className="whitespace-nowrap py-0.5 pl-2 text-right">
                {formatChartValue(cell, columns[position + 1]?.format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
