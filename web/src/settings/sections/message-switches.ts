import type { EditorSetting } from '@waybill/domain/settings/editor'

/** An event of messages and its switches; `null` where the viewer is not shown it. */
export interface MatrixRow {
  event: string
  collection: EditorSetting | null
  delivery: EditorSetting | null
}

const switch_key = /^notify_(?:email|sms|whatsapp)_(.+)_(collection|delivery)$/

/** Whether a setting is a switch of one message to one contact. */
export function isMatrixSetting({ settingKey }: EditorSetting): boolean {
  return switch_key.test(settingKey)
}

/** The switches of a channel as rows per event, in the order of their declaration. */
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
