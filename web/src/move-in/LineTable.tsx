import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import styles from './line-table.module.css'

/** A plain table of texts about lines of a file. */
export function LineTable({
  label,
  headings,
  lines,
}: {
  label: string
  headings: readonly string[]
  lines: readonly (readonly string[])[]
}) {
  return (
    <ScrollRegion label={label}>
      <table className={styles.lines}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((cells) => (
            <tr key={cells.join(' ')}>
              {headings.map((heading, at) => (
                <td key={heading}>{cells[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
