import type { ColumnMap, NamedColumn } from '@waybill/domain/kit/csv/match-headings'
import type { CsvRow } from '@waybill/domain/kit/csv/read-csv'
import { useState } from 'react'
import { standaloneField } from '../form/FieldFrame.tsx'
import { SelectField } from '../form/choices/SelectField.tsx'
import { ScrollRegion } from '../ui/page-layout/ScrollRegion.tsx'
import { usePhone } from '../ui/page-layout/use-phone.ts'
import { formatCount } from '../ui/values/numbers.ts'
import { Tag } from '../ui/values/Value.tsx'
import styles from './column-match.module.css'

/** Number of file lines displayed as samples. */
const samples = 2

/**
 * Lists every heading of a file with sample values and a selection of the column it is read as. On a phone these are
 * cards, and those that no column was found for come first.
 */
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
  // A card stays in its group while columns are chosen, so that it does not move away under the finger.
  const [matched] = useState<ReadonlySet<number>>(() => new Set(Object.values(columns)))
  const lines = file.headings.map((heading, position) => {
    const key = at.get(position) ?? null
    const name = heading || `Column ${position + 1}`
    const isMatched = matched.has(position)
    const texts = file.lines.slice(0, samples).flatMap(({ cells }) => cells[position]?.trim() || [])
    return {
      id: `${position} ${heading}`,
      isMatched,
      title: (
        <>
          {name} {key !== null && guessed.includes(key) && <Tag>guess</Tag>}
        </>
      ),
      sample: [...new Set(texts)].join(' · '),
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
  if (isPhone) {
    const groups = [
      { title: 'Not matched', of: lines.filter((line) => !line.isMatched) },
      { title: 'Matched', of: lines.filter((line) => line.isMatched) },
    ]
    return groups
      .filter((group) => group.of.length > 0)
      .map((group) => (
        <section key={group.title} aria-label={`${group.title} columns`}>
          <h3 className={styles.group}>
            {group.title} ({formatCount(group.of.length)})
          </h3>
          <ul className={styles.cards}>
            {group.of.map(({ id, title, sample, choice }) => (
              <li key={id} className={styles.card}>
                <strong>{title}</strong>
                {sample && <span className={styles.sample}>{sample}</span>}
                {choice}
              </li>
            ))}
          </ul>
        </section>
      ))
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
