import type { ColumnMap, NamedColumn } from '@waybill/domain/kit/csv/match-headings'
import type { CsvRow } from '@waybill/domain/kit/csv/read-csv'
import { standaloneField } from '../form/FieldFrame.tsx'
import { SelectField } from '../form/choices/SelectField.tsx'
import { ScrollRegion } from '../ui/page-layout/ScrollRegion.tsx'
import { usePhone } from '../ui/page-layout/use-phone.ts'
import { Tag } from '../ui/values/Value.tsx'
import styles from './column-match.module.css'

/** Number of file lines displayed as samples. */
const samples = 2

/** Lists every heading of a file with sample values and a selection of the column it is read as; as cards on a phone. */
export function ColumnMatch({
  file,
  known,
  columns,
  guessed,
  onChange,
}: {
  file: { headings: readonly string[]; lines: readonly CsvRow[] }
  /** The columns that a heading can be read as; `hint` explains one in the list. */
  known: readonly (NamedColumn & { hint?: string | undefined })[]
  columns: ColumnMap
  guessed: readonly string[]
  onChange: (columns: ColumnMap) => void
}) {
  const options = known.map(({ key, label, hint }) => ({ value: key, label, ...(hint ? { hint } : {}) }))
  const at = new Map(Object.entries(columns).map(([key, position]) => [position, key]))
  const choose = (position: number, key: string | null): void => {
    const remaining = Object.entries(columns).filter(([one, where]) => where !== position && one !== key)
    onChange(Object.fromEntries(key === null ? remaining : [...remaining, [key, position]]))
  }
  const isPhone = usePhone()
  const lines = file.headings.map((heading, position) => {
    const key = at.get(position) ?? null
    const name = heading || `Column ${position + 1}`
    const texts = file.lines.slice(0, samples).flatMap(({ cells }) => cells[position]?.trim() || [])
    return {
      id: `${position} ${heading}`,
      title: (
        <>
          {name} {key !== null && guessed.includes(key) && <Tag>guess</Tag>}
        </>
      ),
      sample: texts.join(' · '),
      choice: (
        <SelectField
          {...standaloneField<string | null>(`column-${position}`, key, (chosen) => choose(position, chosen))}
          label={`${name} is read as`}
          hideLabel
          placeholder="Leave out"
          clearable
          options={options}
          width={isPhone ? undefined : 240}
        />
      ),
    }
  })
  if (isPhone)
    return (
      <ul className={styles.cards} aria-label="Columns of the file">
        {lines.map(({ id, title, sample, choice }) => (
          <li key={id} className={styles.card}>
            <strong>{title}</strong>
            {sample && <span className={styles.sample}>{sample}</span>}
            {choice}
          </li>
        ))}
      </ul>
    )
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
          {lines.map(({ id, title, sample, choice }) => (
            <tr key={id}>
              <td>{title}</td>
              <td className={styles.sample}>{sample}</td>
              <td>{choice}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
