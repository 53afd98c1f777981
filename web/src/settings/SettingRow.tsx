import { IconAlertTriangle, IconHistory } from '../kit/icons/icons.ts'
import type { EditorSetting } from '@waybill/domain/settings/editor'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { isWide } from './controls/control.ts'
import { SettingEditor } from './controls/SettingEditor.tsx'
import shared from './settings.module.css'
import styles from './setting-row.module.css'
import type { SettingsEditing } from './editing/use-settings.ts'

/** A single setting: title and description, with the editor beside or below them (SET-015, SET-017). */
export function SettingRow({
  of: { settingKey, settingTitle, settingDescription, isDependent, setting },
  editing,
  isWanted,
  onHistory,
}: {
  of: EditorSetting
  editing: SettingsEditing
  /** Whether the URL names this setting. */
  isWanted: boolean
  /** Opens the history of the setting; `null` without the right to see it or without a stored value. */
  onHistory: (() => void) | null
}) {
  const { edited, isChanged } = editing.of(setting)
  const error = editing.problems[settingKey]
  const off = editing.mayChange(setting) ? null : 'Only administrators of your company can change this.'
  return (
    <div
      className={cx(
        shared.setting,
        isWide(setting.control) && shared.isWide,
        setting.control.kind === 'toggle' && styles.switched,
        isDependent && styles.dependent,
        isWanted && shared.wanted,
      )}
      data-setting={settingKey.toLowerCase()}
      aria-current={isWanted || undefined}
    >
      <div className={shared.words}>
        <span className={shared.title}>
          {isChanged && <span className={shared.dot} title="Changed" />}
          {settingTitle}
          {onHistory && (
            <span className={shared.history}>
              <IconButton
                icon={IconHistory}
                size="xs"
                variant="ghost"
                label={`History of ${settingTitle}`}
                onClick={onHistory}
              />
            </span>
          )}
        </span>
        {settingDescription && <span className={shared.description}>{settingDescription}</span>}
      </div>
      <div className={shared.control}>
        {isChanged && (
          <Button
            variant="link"
            size="sm"
            aria-label={`Undo ${settingTitle}`}
            onClick={() => editing.undo(setting)}
          >
            Undo
          </Button>
        )}
        <div className={shared.editor}>
          <SettingEditor
            control={setting.control}
            label={settingTitle}
            name={settingKey}
            value={edited}
            onChange={(value) => editing.edit(setting, value)}
            off={off}
            error={undefined}
          />
          {error && (
            <span className={shared.problem} role="alert">
              <Icon of={IconAlertTriangle} size={16} />
              {error}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
