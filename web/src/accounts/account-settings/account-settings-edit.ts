import type { ClockWindow } from '../../kit/form/dates/TimeWindow.tsx'

/** A limit that covers all settings of an account (ACC-014). */
export const all_settings = 9999

/** The settings of an account as form values; `null` or empty means the courier company's value. */
export interface SettingsEdit {
  auto_add_address_book: 'true' | 'false' | null
  default_label_format: 'pdf' | 'zpl' | null
  /** One category per line. */
  parcel_categories: string
  collection: ClockWindow
  delivery: ClockWindow
}

/** Returns the form values of the stored settings; unknown values become `null` or empty. */
export function settingsEdit(stored: ReadonlyMap<string, unknown>): SettingsEdit {
  const oneOf = <Word extends string>(key: string, words: readonly Word[]): Word | null =>
    words.find((word) => word === String(stored.get(key))) ?? null
  const text = (key: string): string => String(stored.get(key) ?? '')
  const window = (side: string): ClockWindow => ({
    from: text(`${side}_time_from`),
    to: text(`${side}_time_to`),
  })
  const categories = stored.get('parcel_categories')
  return {
    auto_add_address_book: oneOf('auto_add_address_book', ['true', 'false']),
    default_label_format: oneOf('default_label_format', ['pdf', 'zpl']),
    parcel_categories: Array.isArray(categories) ? categories.join('\n') : '',
    collection: window('collection'),
    delivery: window('delivery'),
  }
}

function valuesOf(edit: SettingsEdit): Record<string, unknown> {
  const categories = edit.parcel_categories
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)
  return {
    auto_add_address_book: edit.auto_add_address_book,
    default_label_format: edit.default_label_format,
    parcel_categories: categories.length > 0 ? categories : null,
    collection_time_from: edit.collection.from || null,
    collection_time_to: edit.collection.to || null,
    delivery_time_from: edit.delivery.from || null,
    delivery_time_to: edit.delivery.to || null,
  }
}

/** Returns the settings to save: only changed ones, with `null` to remove the account's value. */
export function settingsToSave(before: SettingsEdit, after: SettingsEdit): { key: string; value: unknown }[] {
  const old = valuesOf(before)
  return Object.entries(valuesOf(after))
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key]))
    .map(([key, value]) => ({ key, value }))
}
