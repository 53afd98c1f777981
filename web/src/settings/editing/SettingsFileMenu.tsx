import { IconDownload, IconUpload } from '../../kit/icons/icons.ts'
import { mayChangeSettings } from '@waybill/domain/settings/editor'
import { useState } from 'react'
import { plainFileText } from '../../kit/import/file-text.ts'
import { useMe } from '../../kit/session/me.ts'
import { showAlert } from '../../kit/layers/alerts.ts'
import { downloadText } from '../../kit/table/export/csv.ts'
import { Button, buttonClass } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { exportOf, readExport } from './edited-settings.ts'
import type { SettingsEditing } from './use-settings.ts'

/** Exports all stored settings to a file, and imports a file as unsaved changes to review. */
export function SettingsFileMenu({ editing }: { editing: SettingsEditing }) {
  const me = useMe()
  const [isParsing, setIsParsing] = useState(false)
  if (!mayChangeSettings(me) || !editing.query.isSuccess) return null
  const download = (): void => {
    downloadText('settings.json', JSON.stringify(exportOf(editing.stored), null, 2), 'application/json')
  }
  const read = async (file: File): Promise<void> => {
    setIsParsing(true)
    const outcome = await plainFileText(file)
      .then(
        (text) => readExport(text, editing.stored, editing.mayChange),
        (thrown: Error) => ({ kind: 'wrong' as const, sentence: thrown.message }),
      )
      .finally(() => setIsParsing(false))
    if (outcome.kind === 'wrong') {
      void showAlert({ title: 'The file was not read', body: outcome.sentence, variant: 'error' })
      return
    }
    const changes = Object.keys(outcome.edits).length
    editing.setEdits(outcome.edits)
    const leftOut =
      outcome.ignored.length > 0
        ? ` Left out, because you cannot change them or they are not known here: ${outcome.ignored.join(', ')}.`
        : ''
    void showAlert({
      title: changes === 0 ? 'No differences' : `${changes} settings differ`,
      body: `${changes === 0 ? 'The file matches the current settings.' : 'Nothing is saved yet. Review the changes at the foot of the page, then save.'}${leftOut}`,
      variant: 'info',
    })
  }
  return (
    <>
      <Button icon={IconDownload} onClick={download}>
        Export
      </Button>
      <label className={buttonClass({})} data-busy={isParsing ? '' : undefined}>
        <Icon of={IconUpload} size={16} />
        Import
        <input
          type="file"
          accept="application/json,.json"
          className="only-heard"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void read(file)
          }}
        />
      </label>
    </>
  )
}
