import type { EditorSetting } from '@waybill/domain/settings/editor'

/** An event and its message switches; `null` where a switch is not visible to the user. */
export interface MatrixRow {
  event: string
  collection: EditorSetting | null
  delivery: EditorSetting | null
}

const switch_key = /^notify_(?:email|sms|whatsapp)_(.+)_(collection|delivery)$/

/** Checks whether a setting is a switch for one message to one contact. */
export function isMatrixSetting({ settingKey }: EditorSetting): boolean {
  return switch_key.test(settingKey)
}

/** Returns the switches of a channel as one row per event, in the order of their declaration. */
export function matrixOf(settings: readonly EditorSetting[]): MatrixRow[] {
  const rows = new Map<string, MatrixRow>()
  for (const setting of settings) {
    const [, event, contact] = switch_key.exec(setting.settingKey) ?? []
    if (event === undefined) continue
    const row = rows.get(event) ?? { event, collection: null, delivery: null }
    rows.set(
      event,
      contact === 'collection' ? { ...row, collection: setting } : { ...row, delivery: setting },
    )
  }
  return [...rows.values()]
}
