import type { Setting } from '../kit/setting.ts'
import type { SettingColumn } from '../kit/setting-control.ts'
import { hidden_placeholder } from './guarded.ts'

type Row = Readonly<Record<string, unknown>>

function secretColumns({ control, secret }: Setting): readonly SettingColumn[] | null {
  return secret && control.kind === 'rows' ? control.columns : null
}

const rowsIn = (value: unknown): Row[] | null => (Array.isArray(value) ? (value as Row[]) : null)

/** Returns the stored text of a secret as it is displayed: `***`, in a table only in the columns that are secret. */
export function hiddenText(setting: Setting, stored: string): string {
  const columns = secretColumns(setting)
  if (!columns) return hidden_placeholder
  const rows = rowsIn(JSON.parse(stored)) ?? []
  const secrets = columns.filter(({ is_secret }) => is_secret).map(({ key }) => key)
  const hidden = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        secrets.includes(key) && value !== '' ? hidden_placeholder : value,
      ]),
    )
  return JSON.stringify(rows.map(hidden))
}

/**
 * Returns a sent value with the stored secrets for `***`. A row keeps its secrets only while its other columns are
 * unchanged, so that a secret is never sent to another address; otherwise the problem as a sentence.
 */
export function withStoredSecrets(
  setting: Setting,
  sent: unknown,
  stored: unknown,
): { value: unknown } | { problem: string } {
  const columns = secretColumns(setting)
  const rows = rowsIn(sent)
  if (!columns || !rows) return { value: sent }
  const before = rowsIn(stored) ?? []
  const shown = columns.filter(({ is_secret }) => !is_secret).map(({ key }) => key)
  const restored: Row[] = []
  for (const row of rows) {
    const known = before.find((one) => shown.every((key) => one[key] === row[key]))
    const isHidden = ({ key, is_secret }: SettingColumn) => is_secret && row[key] === hidden_placeholder
    if (!known && columns.some(isHidden))
      return { problem: `${setting.title}: enter the keys of a changed row again.` }
    restored.push(
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          columns.some((column) => column.key === key && isHidden(column)) ? known?.[key] : value,
        ]),
      ),
    )
  }
  return { value: restored }
}
