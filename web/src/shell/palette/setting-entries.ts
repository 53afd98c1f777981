import { IconAdjustmentsHorizontal } from '../../kit/icons/icons.ts'
import { settingsApi } from '@waybill/domain/settings/api'
import { editorFor, type SettingsViewer } from '@waybill/domain/settings/editor'
import { call } from '../../kit/api/call.ts'
import { editedSetting, storedByKey } from '../../settings/editing/edited-settings.ts'
import { visibleSettings } from '../../settings/navigation/find-settings.ts'
import type { PaletteEntry } from './entries.ts'

/** Returns palette entries for every setting that the user sees on the settings page. */
export async function settingEntries(viewer: SettingsViewer, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { settings } = await call(settingsApi.list, {}, { signal })
  const stored = storedByKey(settings)
  const tabs = editorFor(viewer, (setting) => editedSetting(setting, stored, {}).edited)
  return visibleSettings(tabs).map(({ tab, section, setting }) => ({
    key: `setting ${setting.settingKey}`,
    group: 'Settings',
    label: setting.settingTitle,
    hint: `${tab.label} · ${section.sectionTitle}`,
    words: setting.settingKey,
    icon: IconAdjustmentsHorizontal,
    to: `/settings?tab=${tab.id}&section=${section.sectionID}&setting=${setting.settingKey}`,
  }))
}
