import { formatRand } from '@waybill/domain/kit/money'
import { decodeSetting, readSetting, toStored, type Setting } from '@waybill/domain/kit/setting'
import type { SettingColumn, SettingControl } from '@waybill/domain/kit/setting-control'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { week_days, type WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { weekday_names } from '@waybill/domain/kit/dates/weekdays'
import type { settingsApi, StoredSetting } from '@waybill/domain/settings/api'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { z } from 'zod'
import { fullWhen } from '../../kit/ui/values/moments.ts'

/** What a stored secret reads as; sent back it leaves the secret untouched (SET-018). */
export const hidden_placeholder = '***'

/** Stored rows by lower-case key (SET-003). */
export type Stored = ReadonlyMap<string, StoredSetting>

/** Edited values by key; what is not here is as stored (SET-017). */
export type Edits = Readonly<Record<string, unknown>>

/** Per setting: the stored value, the edited one and whether they differ (SET-017). */
export interface EditedSetting {
  stored: unknown
  edited: unknown
  isChanged: boolean
}

export function storedByKey(rows: readonly StoredSetting[]): Stored {
  return new Map(rows.map((row) => [row.key.toLowerCase(), row]))
}

/** The value of a setting as stored, or its default. A secret that is there reads `***`. */
export function storedValue<Value>(setting: Setting<Value>, stored: Stored): Value {
  const row = stored.get(setting.key.toLowerCase())
  if (setting.secret && row?.value === hidden_placeholder && setting.control.kind === 'secret')
    return hidden_placeholder as Value
  return readSetting(setting, new Map(row ? [[setting.key.toLowerCase(), row.value]] : []))
}

/** A setting with its stored and edited value. */
export function editedSetting(setting: Setting, stored: Stored, edits: Edits): EditedSetting {
  const before = storedValue(setting, stored)
  const edited = setting.key in edits ? edits[setting.key] : before
  return { stored: before, edited, isChanged: !isSame(setting, before, edited) }
}

function isSame(setting: Setting, a: unknown, b: unknown): boolean {
  return textOf(setting, a) === textOf(setting, b)
}

/** A value as it would be stored; something half typed that the setting does not take stands for itself. */
function textOf(setting: Setting, value: unknown): string {
  const encoded = z.safeEncode(setting.schema, value)
  return encoded.success ? toStored(setting, value) : JSON.stringify(value)
}

/** The edits with another value for one setting; one that is as stored again is no edit. */
export function withEdit(edits: Edits, stored: Stored, setting: Setting, value: unknown): Edits {
  const { [setting.key]: _former, ...others } = edits
  return isSame(setting, storedValue(setting, stored), value) ? others : { ...others, [setting.key]: value }
}

/** The changed settings in the order of the screen. */
export function changedSettings(stored: Stored, edits: Edits): Setting[] {
  return [...catalogue.values()].filter(
    (setting) => setting.key in edits && editedSetting(setting, stored, edits).isChanged,
  )
}

/** What is sent: only what changed, with what each was based on (SET-006, SET-017). */
export function changesOf(stored: Stored, edits: Edits): Input<typeof settingsApi.save>['settings'] {
  return changedSettings(stored, edits).map((setting) => {
    const value = edits[setting.key]
    const encoded = z.safeEncode(setting.schema, value)
    return {
      key: setting.key,
      value: encoded.success ? encoded.data : value,
      based_on: stored.get(setting.key.toLowerCase())?.time_modified.toISOString() ?? null,
    }
  })
}

/** What is wrong with one edited value by itself; `null` when nothing is. */
export function valueProblem(setting: Setting, value: unknown): string | null {
  const encoded = z.safeEncode(setting.schema, value)
  const issue = encoded.success ? null : encoded.error.issues[0]
  if (!issue) return null
  const { control } = setting
  if (control.kind === 'number' && (value === null || typeof value !== 'number')) return 'Enter a number.'
  if (control.kind === 'number')
    return `${control.whole ? 'A whole number from' : 'From'} ${control.min} to ${control.max}.`
  if (control.kind === 'money') return 'Enter an amount of 0 or more.'
  const message = issue.message.replace(/\.$/, '')
  return message.startsWith('must') ? `This ${message}.` : `${message}.`
}

/** A value as people read it in a list of changes. */
export function displayValue(setting: Setting, value: unknown): string {
  return displayIn(setting.control, value) || 'Nothing'
}

function displayIn(control: SettingControl, value: unknown): string {
  switch (control.kind) {
    case 'toggle':
      return value === true ? 'On' : 'Off'
    case 'number':
      return `${String(value ?? '')} ${control.unit ?? ''}`.trim()
    case 'money':
      return typeof value === 'number' ? formatRand(value) : ''
    case 'amounts':
      return Array.isArray(value) ? value.map((cents) => formatRand(cents as number)).join(', ') : ''
    case 'one':
      return control.choices.find((choice) => choice.value === value)?.label ?? String(value ?? '')
    case 'many':
      return control.choices
        .filter((choice) => Array.isArray(value) && value.includes(choice.value))
        .map(({ label }) => label)
        .join(', ')
    case 'weekday':
      return typeof value === 'number' ? (weekday_names[value] ?? '') : ''
    case 'numbers':
    case 'texts':
    case 'countries':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'hours':
      return hoursText(value as WeekHours)
    case 'rows':
      return Array.isArray(value)
        ? value.map((row) => rowText(control, row as Record<string, unknown>)).join('; ')
        : ''
    case 'moment':
      return value instanceof Date ? fullWhen(value) : ''
    case 'secret':
      return value === '' ? '' : hidden_placeholder
    default:
      return String(value ?? '')
  }
}

/** A row of a table as one line: its first two filled columns. */
export function rowText(
  control: Extract<SettingControl, { kind: 'rows' }>,
  row: Readonly<Record<string, unknown>>,
): string {
  return control.columns
    .map((column) => [column, displayIn(column.control, row[column.key])] as const)
    .filter(([column, text]) => text !== '' && column.control.kind !== 'toggle')
    .slice(0, 2)
    .map(([, text]) => text)
    .join(' · ')
}

/** What stands in one cell of a table of rows. */
export function displayColumn(column: SettingColumn, row: Readonly<Record<string, unknown>>): string {
  const value = row[column.key]
  return column.control.kind === 'toggle' ? (value === true ? 'Yes' : '') : displayIn(column.control, value)
}

function hoursText(hours: WeekHours): string {
  return week_days
    .map(([day, name]) => {
      const open = hours[day]
      return `${name.slice(0, 3)} ${open ? `${open.open}–${open.close}` : 'closed'}`
    })
    .join(', ')
}

/** What an exported file holds; secrets are left out. */
export interface SettingsExport {
  waybill_settings: 1
  /** The values as they travel, by key. */
  settings: Record<string, unknown>
}

/** Everything stored, as a file that another company or installation may read. */
export function exportOf(stored: Stored): SettingsExport {
  return {
    waybill_settings: 1,
    settings: Object.fromEntries(
      [...stored.values()]
        .flatMap(({ key }) => catalogue.get(key.toLowerCase()) ?? [])
        .filter(({ secret }) => !secret)
        .map((setting) => [setting.key, z.encode(setting.schema, storedValue(setting, stored))]),
    ),
  }
}

/** What reading a file came to: edits to look at before they are saved, or why it cannot be read. */
export type ImportOutcome =
  | { kind: 'edits'; edits: Edits; ignored: readonly string[] }
  | { kind: 'wrong'; sentence: string }

/** Reads an exported file as edits, to be looked at and then saved. */
export function readExport(
  text: string,
  stored: Stored,
  mayChange: (setting: Setting) => boolean,
): ImportOutcome {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return { kind: 'wrong', sentence: 'This file is no JSON. Choose a file that was exported from settings.' }
  }
  const parsed = z
    .object({ waybill_settings: z.literal(1), settings: z.record(z.string(), z.unknown()) })
    .safeParse(file)
  if (!parsed.success)
    return {
      kind: 'wrong',
      sentence: 'This file holds no exported settings. Choose a file that was exported from settings.',
    }
  const ignored: string[] = []
  let edits: Edits = {}
  for (const [key, value] of Object.entries(parsed.data.settings)) {
    const setting = catalogue.get(key.toLowerCase())
    const decoded = setting && !setting.secret && mayChange(setting) ? decodeSetting(setting, value) : null
    if (setting && decoded) edits = withEdit(edits, stored, setting, decoded.value)
    else ignored.push(key)
  }
  return { kind: 'edits', edits, ignored }
}
