import { import_columns, type ColumnMap } from '@waybill/domain/imports/columns'
import type { ReadFile } from '@waybill/domain/imports/shipment-file'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import { Tag } from '../kit/ui/values/Value.tsx'
import styles from './column-match.module.css'

/** Number of file lines displayed as samples. */
const samples = 2

/** Lists every heading of a file with sample values and a selection of the column it is read as. */
export function ColumnMatch({
  file,
  columns,
  guessed,
  is_staff,
  onChange,
}: {
  file: ReadFile
  columns: ColumnMap
  guessed: readonly string[]
  is_staff: boolean
  onChange: (columns: ColumnMap) => void
}) {
  const known = import_columns.filter(({ staff_only }) => is_staff || !staff_only)
  const options = known.map(({ key, label, group }) => ({ value: key, label, hint: group }))
  const at = new Map(Object.entries(columns).map(([key, position]) => [position, key]))
  const choose = (position: number, key: string | null): void => {
    const remaining = Object.entries(columns).filter(([one, where]) => where !== position && one !== key)
    onChange(Object.fromEntries(key === null ? remaining : [...remaining, [key, position]]))
  }
  return (
    <ScrollRegion label="Columns of the file" className={styles.scroll}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">For example</th>
            <th scope="col">Read as</th>
          </tr>
        </thead>
        <tbody>
          {file.headings.map((heading, position) => {
            const key = at.get(position) ?? null
            const name = heading || `Column ${position + 1}`
            return (
              <tr key={`${position} ${heading}`}>
                <td>
                  {name} {key !== null && guessed.includes(key) && <Tag>guess</Tag>}
                </td>
                <td className={styles.sample}>
                  {file.lines
                    .slice(0, samples)
                    .flatMap(({ cells }) => cells[position]?.trim() || [])
                    .join(' · ')}
                </td>
                <td>
                  <SelectField
                    {...standaloneField<string | null>(`column-${position}`, key, (chosen) =>
                      choose(position, chosen),
                    )}
                    label={`${name} is read as`}
                    hideLabel
                    placeholder="Leave out"
                    clearable
                    options={options}
                    width={240}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
