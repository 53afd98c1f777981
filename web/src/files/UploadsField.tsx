import { IconFileText, IconFileUpload, IconX } from '../kit/icons/icons.ts'
import { extensionOf, file_kinds, folder_rules, mayStore } from '@waybill/domain/files/kinds'
import type { FileFolder } from '@waybill/domain/files/model'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { formatBytes } from '@waybill/domain/kit/texts/format'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sentenceOf } from '../kit/api/index.ts'
import { FieldFrame, type FieldAppearance } from '../kit/form/FieldFrame.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { useMe } from '../kit/session/me.ts'
import { IconButton } from '../kit/ui/buttons/Button.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import styles from './uploads.module.css'
import { uploadFile } from './upload-file.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

/** A stored file and its display name. */
export interface Uploaded {
  file_name: string
  display_name: string
}

/** A file that is being uploaded. */
interface Sending {
  key: string
  file: File
  /** Progress from 0 to 1. */
  part: number
  stop: AbortController
}

/** The original files of uploads in this form, by stored file name. */
type Originals = ReadonlyMap<string, File>

/** Returns the form error while uploads are in progress; empty otherwise. */
export function stillSending(sending: number): FieldProblem[] {
  if (sending === 0) return []
  return [{ field: 'files', message: 'A file is still being sent. Wait for it, or remove it.' }]
}

/**
 * A field for several files of a folder: chosen, dropped on the form or pasted. Each file is uploaded and checked at
 * once, and can be removed again. The value contains the stored files. Errors name the rejected file.
 */
export function UploadsField({
  folder,
  max,
  label,
  hint,
  optional,
  onSending,
  ...binding
}: FieldBinding<readonly Uploaded[]> &
  Pick<FieldAppearance, 'label' | 'hint' | 'optional'> & {
    folder: FileFolder
    /** Maximum number of files. */
    max: number
    /** Called with the number of uploads in progress. */
    onSending?: (count: number) => void
  }) {
  const me = useMe()
  const { value, onChange } = binding
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [originals, setOriginals] = useState<Originals>(new Map())
  const [rejected, setRejected] = useState<readonly string[]>([])
  // Uploads finish while others are being added, so each is appended to the newest list.
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const count = sending.length
  useEffect(() => onSending?.(count), [count, onSending])
  const { takes } = folder_rules[folder]

  const change = (key: string, withPart: number | null) =>
    setSending((now) =>
      now.flatMap((one) => {
        if (one.key !== key) return [one]
        return withPart === null ? [] : [{ ...one, part: withPart }]
      }),
    )
  const send = async ({ key, file, stop }: Sending): Promise<void> => {
    try {
      const onProgress = (part: number) => change(key, part)
      const uploaded = await uploadFile(file, folder, { onProgress, signal: stop.signal })
      if (stop.signal.aborted) return
      setOriginals((now) => new Map(now).set(uploaded.file_name, file))
      latest.current = [...latest.current, uploaded]
      onChange(latest.current)
    } catch (thrown) {
      if (!stop.signal.aborted) setRejected((now) => [...now, sentenceOf(thrown) ?? ''])
    } finally {
      change(key, null)
    }
  }
  const add = (chosen: readonly File[]): void => {
    const checked = chosen.map((file) => ({ file, verdict: mayStore(me, folder, file) }))
    const sound = checked.flatMap(({ file, verdict }) => (verdict === true ? [file] : []))
    const room = Math.max(0, max - value.length - count)
    setRejected([
      ...checked.flatMap(({ verdict }) => (verdict === true ? [] : [verdict.message])),
      ...(sound.length > room ? [tooMany(max, sound.slice(room))] : []),
    ])
    const taken = sound
      .slice(0, room)
      .map((file) => ({ key: crypto.randomUUID(), file, part: 0, stop: new AbortController() }))
    setSending((now) => [...now, ...taken])
    for (const one of taken) void send(one)
  }
  const { area, isOver } = useDroppedFiles(add)
  const error = binding.error ?? (rejected.length > 0 ? rejected.join(' ') : undefined)
  const appearance = { label, hint, ...(optional ? { optional } : {}) }
  return (
    <FieldFrame binding={{ ...binding, error }} appearance={appearance}>
      {(wiring) => (
        <div className={styles.uploads} ref={area}>
          {value.length + count > 0 && (
            <ul className={styles.uploadsList}>
              {value.map((file) => (
                <StoredFileRow
                  key={file.file_name}
                  file={file}
                  original={originals.get(file.file_name)}
                  onRemove={() => onChange(value.filter((one) => one !== file))}
                />
              ))}
              {sending.map(({ key, ...one }) => (
                <SendingFile key={key} {...one} />
              ))}
            </ul>
          )}
          <label className={cx(styles.add, isOver && styles.over)}>
            <input
              {...wiring}
              type="file"
              multiple
              accept={takes.map((one) => `.${one}`).join(',')}
              className="only-heard"
              onChange={(event) => {
                add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
            <Icon of={IconFileUpload} size={18} />
            <span>
              <b className={styles.addStrong}>Choose files</b>, drop them here or paste a picture
              <small className={styles.addSmall}>{kindsText(folder)}</small>
            </span>
          </label>
        </div>
      )}
    </FieldFrame>
  )
}

function tooMany(max: number, left: readonly File[]): string {
  const names = left.map(({ name }) => name).join(', ')
  return `You can add at most ${max} files. Not added: ${names}.`
}

/** Returns the accepted types and the size limit: 'JPG, PNG or PDF, up to 10 MB each.' */
function kindsText(folder: FileFolder): string {
  const kinds = folder_rules[folder].takes.filter((one) => one !== 'jpeg')
  const names = kinds.map((one) => one.toUpperCase())
  const max = Math.min(...kinds.map((one) => file_kinds[one].max_mb), folder_rules[folder].max_mb ?? Infinity)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}, up to ${max} MB each.`
}

function StoredFileRow({
  file,
  original,
  onRemove,
}: {
  file: Uploaded
  original: File | undefined
  onRemove: () => void
}) {
  return (
    <li className={styles.uploadsItem}>
      <Thumbnail name={file.file_name} original={original} />
      <span className={styles.name}>
        {file.display_name}
        {original && <small className={styles.nameSmall}>{formatBytes(original.size)}</small>}
      </span>
      <IconButton label={`Remove ${file.display_name}`} icon={IconX} size="xs" onClick={onRemove} />
    </li>
  )
}

function SendingFile({ file, part, stop }: Omit<Sending, 'key'>) {
  return (
    <li className={styles.uploadsItem}>
      <Thumbnail name={file.name} original={file} />
      <span className={styles.name}>
        {file.name}
        <progress className={styles.nameProgress} value={part} aria-label={`Sending ${file.name}`} />
      </span>
      <IconButton label={`Stop sending ${file.name}`} icon={IconX} size="xs" onClick={() => stop.abort()} />
    </li>
  )
}

/** The picture if its file is available, otherwise a file icon. */
function Thumbnail({ name, original }: { name: string; original: File | undefined }) {
  const extension = extensionOf(name)
  const isPicture = extension !== null && file_kinds[extension].picture
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!isPicture || !original) return
    const made = URL.createObjectURL(original)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [isPicture, original])
  return address ? (
    <img className={styles.thumb} src={address} alt="" />
  ) : (
    <span className={styles.thumb}>
      <Icon of={IconFileText} size={20} />
    </span>
  )
}
