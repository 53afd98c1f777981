import type { SettingControl } from '@waybill/domain/kit/setting-control'

/** Props of a setting editor. */
export interface ControlProps<Kind extends SettingControl['kind'] = SettingControl['kind']> {
  control: Extract<SettingControl, { kind: Kind }>
  /** The label; available to screen readers only. */
  label: string
  /** Unique on the page. */
  name: string
  value: unknown
  /** The table row that contains this column. */
  row?: Readonly<Record<string, unknown>>
  onChange: (value: unknown) => void
  /** Why the setting cannot be changed; `null` when it can. */
  off: string | null
  error: string | undefined
}

/** Kinds whose editor needs the full width and is placed below the title. */
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
