import { readableWord } from '@waybill/domain/kit/setting-control'
import type { EditorSetting } from '@waybill/domain/settings/editor'
import { Toggle } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { None } from '../../kit/ui/values/Value.tsx'
import { matrixOf } from './message-switches.ts'
import shared from '../settings.module.css'
import styles from './notification-matrix.module.css'
import type { SettingsEditing } from '../editing/use-settings.ts'

/** Table of the messages that one channel sends: one event per row, the contacts of a shipment as columns. */
export function NotificationMatrix({
  label,
  of: settings,
  editing,
  wanted,
}: {
  label: string
  of: readonly EditorSetting[]
  editing: SettingsEditing
  /** The setting key in the URL. */
  wanted: string
}) {
  return (
    <ScrollRegion label={label} className={styles.matrixFrame}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Collection contact</th>
            <th scope="col">Delivery contact</th>
          </tr>
        </thead>
        <tbody>
          {matrixOf(settings).map(({ event, collection, delivery }) => (
            <tr key={event}>
              <th scope="row">{readableWord(event)}</th>
              <Cell of={collection} editing={editing} wanted={wanted} />
              <Cell of={delivery} editing={editing} wanted={wanted} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Cell({
  of: one,
  editing,
  wanted,
}: {
  of: EditorSetting | null
  editing: SettingsEditing
  wanted: string
}) {
  if (!one)
    return (
      <td>
        <None />
      </td>
    )
  const { edited, isChanged } = editing.of(one.setting)
  const isWanted = one.settingKey.toLowerCase() === wanted.toLowerCase()
  return (
    <td
      data-setting={one.settingKey.toLowerCase()}
      className={isWanted ? shared.wanted : undefined}
      aria-current={isWanted || undefined}
    >
      <span className={styles.cell}>
        <Toggle
          {...standaloneField(one.settingKey, edited === true, (isOn) => editing.edit(one.setting, isOn))}
          label={one.settingTitle}
          hideLabel
          off={editing.mayChange(one.setting) ? null : 'Only administrators of your company can change this.'}
        />
        {isChanged && <span className={shared.dot} title="Changed" />}
      </span>
    </td>
  )
}
