import { IconPaperclip, IconX } from '@tabler/icons-react'
import { filesApi } from '@waybill/domain/files/api'
import { file_kinds, folder_rules } from '@waybill/domain/files/kinds'
import type { FileFolder } from '@waybill/domain/files/model'
import { useState } from 'react'
import { call, sentenceOf } from '../kit/api/index.ts'
import { putFile } from '../kit/api/put-file.ts'
import { FieldFrame, type FieldLook } from '../kit/form/FieldFrame.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { IconButton } from '../kit/ui/Button.tsx'
import { Icon } from '../kit/ui/Icon.tsx'
import styles from './uploads.module.css'

/** A file that is kept, and how people see it. */
export interface Uploaded {
  file_name: string
  display_name: string
}

/**
 * Several files for a folder: each is sent as soon as it is chosen and its content checked, and can be taken off again.
 * The value are those that are kept.
 */
export function UploadsField({
  folder,
  most,
  label,
  hint,
  optional,
  ...binding
}: FieldBinding<readonly Uploaded[]> &
  Pick<FieldLook, 'label' | 'hint' | 'optional'> & {
    folder: FileFolder
    /** How many files there may be. */
    most: number
  }) {
  const [sending, setSending] = useState<readonly string[]>([])
  const [refused, setRefused] = useState('')
  const { takes } = folder_rules[folder]
  const { value, onChange } = binding
  const add = async (chosen: readonly File[]): Promise<void> => {
    setRefused('')
    const room = most - value.length
    if (chosen.length > room) setRefused(`Only ${most} files fit. The first ${room} were taken.`)
    let kept = value
    for (const file of chosen.slice(0, room)) {
      setSending((now) => [...now, file.name])
      try {
        kept = [...kept, await upload(file, folder)]
        onChange(kept)
      } catch (thrown) {
        setRefused(sentenceOf(thrown) ?? '')
      }
      setSending((now) => now.filter((name) => name !== file.name))
    }
  }
  const error = binding.error ?? (refused || undefined)
  const look = { label, hint, ...(optional ? { optional } : {}) }
  return (
    <FieldFrame binding={{ ...binding, error }} look={look}>
      {(wiring) => (
        <div className={styles.uploads}>
          {(value.length > 0 || sending.length > 0) && (
            <ul>
              {value.map((file) => (
                <li key={file.file_name}>
                  <span>{file.display_name}</span>
                  <IconButton
                    label={`Remove ${file.display_name}`}
                    icon={IconX}
                    size="xs"
                    onClick={() => onChange(value.filter((one) => one !== file))}
                  />
                </li>
              ))}
              {sending.map((name) => (
                <li key={`sending ${name}`} role="status" className={styles.sending}>
                  Sending {name}…
                </li>
              ))}
            </ul>
          )}
          <label className={styles.add}>
            <input
              {...wiring}
              type="file"
              multiple
              accept={takes.map((one) => file_kinds[one].type).join(',')}
              className="only-heard"
              onChange={(event) => {
                void add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
            <Icon of={IconPaperclip} size={16} />
            Choose files
          </label>
        </div>
      )}
    </FieldFrame>
  )
}

async function upload(file: File, folder: FileFolder): Promise<Uploaded> {
  const { url, file_name } = await call(filesApi.upload, { file_name: file.name, folder })
  await putFile(url, file, file.name)
  await call(filesApi.confirm, { file_name, folder })
  return { file_name, display_name: file.name }
}
