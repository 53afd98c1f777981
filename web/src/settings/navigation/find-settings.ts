import type { EditorSection, EditorSetting, EditorTab } from '@waybill/domain/settings/editor'
import { plainWords } from '@waybill/domain/kit/texts/plain-text'

export interface FoundSetting {
  tab: EditorTab
  section: EditorSection
  setting: EditorSetting
}

/** Returns every visible setting with its tab and section, in order. */
export function visibleSettings(tabs: readonly EditorTab[]): FoundSetting[] {
  return tabs.flatMap((tab) =>
    tab.sections
      .filter(({ shouldShow }) => shouldShow)
      .flatMap((section) =>
        section.settings.filter(({ shouldShow }) => shouldShow).map((setting) => ({ tab, section, setting })),
      ),
  )
}

/**
 * Returns the visible settings that contain every word in their title, key, description, section or tab. Those with
 * all words in the title come first.
 */
export function findSettings(tabs: readonly EditorTab[], text: string): FoundSetting[] {
  const words = plainWords(text)
  if (words.length === 0) return []
  const hasAllPermissions = (held: string): boolean => words.every((word) => held.includes(word))
  const flat = (parts: readonly string[]): string => plainWords(parts.join(' ')).join(' ')
  return visibleSettings(tabs)
    .filter(({ tab, section, setting }) =>
      hasAllPermissions(
        flat([
          setting.settingTitle,
          setting.settingKey,
          setting.settingDescription,
          section.sectionTitle,
          tab.label,
        ]),
      ),
    )
    .toSorted(
      (a, b) =>
        Number(hasAllPermissions(flat([b.setting.settingTitle]))) -
        Number(hasAllPermissions(flat([a.setting.settingTitle]))),
    )
}
