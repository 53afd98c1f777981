import type { Setting } from '@waybill/domain/kit/setting'
import type { ReadSetting } from './port.ts'

/** Returns the titles of those settings that are empty. */
export function emptySettings(read: ReadSetting, settings: readonly Setting<string>[]): string[] {
  return settings.flatMap((setting) => (read(setting).trim() ? [] : [setting.title]))
}
