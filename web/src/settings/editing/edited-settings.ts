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

/** The placeholder for a stored secret. Saving it leaves the secret unchanged (SET-018). */
export const hidden_placeholder = '***'

/** Stored rows by lower-case key (SET-003). */
export type Stored = ReadonlyMap<string, StoredSetting>

/** Edited values by key. Settings not listed here are unchanged (SET-017). */
export type Edits = Readonly<Record<string, unknown>>

/** A setting’s stored value, its edited value and whether they differ (SET-017). */
export interface EditedSetting {
  stored: unknown
  edited: unknown
  isChanged: boolean
}

export function storedByKey(rows: readonly StoredSetting[]): Stored {
  return new Map(rows.map((row) => [row.key.toLowerCase(), row]))
}

/** Returns the stored value of a setting, or its default. A stored secret is `***`. */
export function storedValue<Value>(setting: Setting<Value>, stored: Stored): Value {
  const row = stored.get(setting.key.toLowerCase())
  if (setting.secret && row?.value === hidden_placeholder && setting.control.kind === 'secret')
    return hidden_placeholder as Value
  return readSetting(setting, new Map(row ? [[setting.key.toLowerCase(), row.value]] : []))
}

/** Returns the stored and edited value of a setting. */
export function editedSetting(setting: Setting, stored: Stored, edits: Edits): EditedSetting {
  const before = storedValue(setting, stored)
  const edited = setting.key in edits ? edits[setting.key] : before
  return { stored: before, edited, isChanged: !isSame(setting, before, edited) }
}

function isSame(setting: Setting, a: unknown, b: unknown): boolean {
  return textOf(setting, a) === textOf(setting, b)
}

/** Returns a value as it would be stored. An incomplete value that the setting does not accept is returned as JSON. */
function textOf(setting: Setting, value: unknown): string {
  const encoded = z.safeEncode(setting.schema, value)
  return encoded.success ? toStored(setting, value) : JSON.stringify(value)
}

/** Returns the edits with a new value for one setting. A value equal to the stored one is removed from the edits. */
export function withEdit(edits: Edits, stored: Stored, setting: Setting, value: unknown): Edits {
  const { [setting.key]: _former, ...others } = edits
  return isSame(setting, storedValue(setting, stored), value) ? others : { ...others, [setting.key]: value }
}

/** Returns the changed settings in the order of the screen. */
export function changedSettings(stored: Stored, edits: Edits): Setting[] {
  return [...catalogue.values()].filter(
    (setting) => setting.key in edits && editedSetting(setting, stored, edits).isChanged,
  )
}

/** Returns the API input: only changed settings, each with the version it is based on (SET-006, SET-017). */
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

/** Returns the problem of an edited value on its own, or `null`. */
export function valueProblem(setting: Setting, value: unknown): string | null {
  const encoded = z.safeEncode(setting.schema, value)
  const issue = encoded.success ? null : encoded.error.issues[0]
  if (!issue) return null
  const { control } = setting
  if (control.kind === 'number' && (value === null || typeof value !== 'number')) return 'Enter a number.'
  if (control.kind === 'number')
    return `${control.whole ? 'A whole number from' : 'From'} ${control.min} to ${control.max}.`
  if (control.kind === 'money') return `Enter an amount from ${formatRand(0)} to ${formatRand(control.max)}.`
  const message = issue.message.replace(/\.$/, '')
  return message.startsWith('must') ? `This ${message}.` : `${message}.`
}

/** Formats a value for display in a list of changes. */
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

/** Returns the first two filled columns of a table row as one line. Toggles are left out. */
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

/** Returns the text of one cell of a table. */
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

/** The content of an exported file, without secrets. */
export interface SettingsExport {
  waybill_settings: 1
  /** The values in API format, by key. */
  settings: Record<string, unknown>
}

/** Returns all stored settings except secrets, as a file that another company or installation can import. */
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

/** The result of reading a file: edits to review before saving, or why the file cannot be read. */
export type ImportOutcome =
  | { kind: 'edits'; edits: Edits; ignored: readonly string[] }
  | { kind: 'wrong'; sentence: string }

/**
 * Reads an exported file as edits to review before saving. Settings that are unknown, secret or not changeable are
 * listed in `ignored`.
 */
export function readExport(
  text: string,
  stored: Stored,
  mayChange: (setting: Setting) => boolean,
): ImportOutcome {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return {
      kind: 'wrong',
      sentence: 'This file is not JSON. Choose a file that was exported from settings.',
    }
  }
  const parsed = z
    .object({ waybill_settings: z.literal(1), settings: z.record(z.string(), z.unknown()) })
    .safeParse(file)
  if (!parsed.success)
    return {
      kind: 'wrong',
      sentence: 'This file contains no exported settings. Choose a file that was exported from settings.',
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
