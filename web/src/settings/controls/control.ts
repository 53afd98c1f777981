import type { SettingControl } from '@waybill/domain/kit/setting-control'

/** What an editor of a setting gets: its description, its value and where a new value goes. */
export interface ControlProps<Kind extends SettingControl['kind'] = SettingControl['kind']> {
  control: Extract<SettingControl, { kind: Kind }>
  /** What is edited, as people call it; heard, not seen. */
  label: string
  /** Unique on the page. */
  name: string
  value: unknown
  /** The row it is a column of. */
  row?: Readonly<Record<string, unknown>>
  onChange: (value: unknown) => void
  /** Why it cannot be changed. */
  off: string | null
  error: string | undefined
}

/** Editors that need the whole width and stand below the title. */
const wide_kinds = new Set<SettingControl['kind']>([
  'lines',
  'prose',
  'widget',
  'texts',
  'many',
  'countries',
  'rows',
  'hours',
  'message_texts',
])

export function isWide(control: SettingControl): boolean {
  return wide_kinds.has(control.kind)
}
