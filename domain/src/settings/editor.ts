import { hasPermission, isAccountAdmin, isAdministrator, isStaff, type Actor } from '../kit/actor.ts'
import type { Allowance, Setting, SettingTab } from '../kit/setting.ts'
import { settingsApi } from './api.ts'
import { catalogue } from './catalogue.ts'
import { seesFeatureToggles } from './feature-toggles.ts'
import { isLater } from './unreleased-settings.ts'
import { sectionId, settings_tabs, type SectionRight } from './sections.ts'

/** The permission for registration fields and VIP accounts (SET-023). */
export const custom_fields_permission = 'API_/providers/custom-fields:POST'

/** The data that decides which settings a user sees and may change. */
export interface SettingsViewer {
  me: Actor
  /** Options that are enabled for this company outside its settings (SET-024, SET-025). */
  allowances: readonly Allowance[]
}

/** A setting as shown in the editor (SET-015). */
export interface EditorSetting {
  settingKey: string
  settingTitle: string
  settingDescription: string
  shouldShow: boolean
  /** Shown below the setting that controls it. */
  isDependent: boolean
  setting: Setting
}

/** A section as shown in the editor (SET-016). */
export interface EditorSection {
  sectionID: string
  sectionTitle: string
  sectionDescription: string
  shouldShow: boolean
  hasNoCard: boolean
  settings: readonly EditorSetting[]
}

export interface EditorTab {
  id: SettingTab
  label: string
  sections: readonly EditorSection[]
}

/** Checks whether a user may save the company’s settings (SET-006, SET-021). */
export function mayChangeSettings(me: Actor): boolean {
  return isStaff(me) && hasPermission(me, settingsApi.save.permission ?? '')
}

const has_right: Readonly<Record<SectionRight, (me: Actor) => boolean>> = {
  'custom-fields': (me) => hasPermission(me, custom_fields_permission),
  'message-texts': (me) => hasPermission(me, 'INLINE_edit_notification_templates'),
}

/**
 * Returns the tabs visible to a user: for staff all tabs, with feature toggles only for those with a further right;
 * for account users and account admins none (SET-022).
 */
export function tabsFor(me: Actor): readonly SettingTab[] {
  if (!isStaff(me) || isAccountAdmin(me)) return []
  return settings_tabs.map(({ id }) => id).filter((id) => id !== 'feature_toggles' || seesFeatureToggles(me))
}

/**
 * Checks whether a user may change a company setting. Requires the right to save, and the rights of the tab and
 * section.
 */
export function mayChangeSetting({ me, allowances }: SettingsViewer, setting: Setting): boolean {
  const section = settings_tabs
    .find(({ id }) => id === setting.tab)
    ?.sections.find(({ key }) => key === setting.section)
  return (
    mayChangeSettings(me) &&
    tabsFor(me).includes(setting.tab) &&
    (section?.right === undefined || has_right[section.right](me)) &&
    isOpenTo({ me, allowances }, setting)
  )
}

/**
 * Returns the settings screen for a user, with the edited values: each visible tab with its sections and settings,
 * and whether each of these is shown (SET-013, SET-014, SET-023, SET-024).
 */
export function editorFor(
  { me, allowances }: SettingsViewer,
  valueOf: (setting: Setting) => unknown,
): readonly EditorTab[] {
  const visibleTabs = new Set(tabsFor(me))
  return settings_tabs
    .filter(({ id }) => visibleTabs.has(id))
    .map(({ id, label, sections }) => ({
      id,
      label,
      sections: sections.map((section) => {
        const settings = settingsIn(id, section.key).map((setting) =>
          editorSetting(setting, { me, allowances }, valueOf),
        )
        const isAllowed = section.right === undefined || has_right[section.right](me)
        return {
          sectionID: sectionId(section.key),
          sectionTitle: section.title,
          sectionDescription: section.description,
          shouldShow: isAllowed && settings.some(({ shouldShow }) => shouldShow),
          hasNoCard: section.has_no_card ?? false,
          settings,
        }
      }),
    }))
}

/** Checks whether a setting is in use and available to this company and this user (SET-024, NOTE-010, NOTE-013). */
function isOpenTo({ me, allowances }: SettingsViewer, setting: Setting): boolean {
  return (
    !isLater(setting) &&
    (setting.allowance === null || allowances.includes(setting.allowance)) &&
    (!setting.admins_only || isAdministrator(me))
  )
}

function editorSetting(
  setting: Setting,
  viewer: SettingsViewer,
  valueOf: (setting: Setting) => unknown,
): EditorSetting {
  return {
    settingKey: setting.key,
    settingTitle: setting.title,
    settingDescription: setting.description,
    shouldShow: isOpenTo(viewer, setting) && isCalledFor(setting, valueOf),
    isDependent: setting.shown_when !== null,
    setting,
  }
}

/**
 * Checks whether the controlling setting has a value that enables this one, and is itself enabled in the same way
 * (SET-014).
 */
export function isCalledFor(setting: Setting, valueOf: (setting: Setting) => unknown): boolean {
  if (setting.shown_when === null) return true
  const controlling = catalogue.get(setting.shown_when.key.toLowerCase())
  if (!controlling)
    throw new Error(`${setting.key} is shown by ${setting.shown_when.key}, which is not a setting.`)
  return setting.shown_when.is.includes(valueOf(controlling)) && isCalledFor(controlling, valueOf)
}

/** Returns the settings of a section in the order of their declaration. */
function settingsIn(tab: SettingTab, section: string): Setting[] {
  return [...catalogue.values()].filter((one) => one.tab === tab && one.section === section)
}
