import { max_hub_photos } from '@waybill/domain/hub/photos'
import { useEffect, useMemo, useState } from 'react'
import { newKey } from '../../kit/api/new-key.ts'
import { FieldFrame, type FieldAppearance } from '../../kit/form/FieldFrame.tsx'
import { ImageInput } from '../../kit/form/ImageInput.tsx'
import { resizePhoto } from '../../kit/form/resize-photo.ts'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { IconCamera, IconX } from '../../kit/icons/icons.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import styles from './photos-field.module.css'
import type { TakenPhoto } from './send-photos.ts'

/** The pictures of a form, by the keys that its field holds. */
export type TakenPhotos = Map<string, Blob>

/** Returns the pictures of a form; they stay while it is open. */
export function useTakenPhotos(): TakenPhotos {
  const [taken] = useState<TakenPhotos>(() => new Map())
  return taken
}

/** Returns the pictures of the keys in a field. */
export function photosOf(taken: TakenPhotos, keys: readonly string[]): TakenPhoto[] {
  return keys.flatMap((key) => {
    const blob = taken.get(key)
    return blob ? [{ key, blob }] : []
  })
}

/** A field for photos taken with the camera, or chosen where there is none. They are sent with the form. */
export function PhotosField({
  taken,
  label,
  hint,
  ...binding
}: FieldBinding<readonly string[]> & Pick<FieldAppearance, 'label' | 'hint'> & { taken: TakenPhotos }) {
  const { value, onChange } = binding
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const add = async (file: File): Promise<void> => {
    setBusy(true)
    setProblem('')
    const key = newKey()
    // A picture that this browser cannot make smaller is sent as it is; the server checks it.
    taken.set(key, await resizePhoto(file).catch(() => file))
    onChange([...value, key])
    setBusy(false)
  }
  const error = binding.error ?? (problem || undefined)
  return (
    <FieldFrame binding={{ ...binding, error }} appearance={{ label, hint }}>
      {({ id }) => (
        <div className={styles.photos}>
          {photosOf(taken, value).map(({ key, blob }, at) => (
            <Thumbnail
              key={key}
              blob={blob}
              label={`Remove photo ${at + 1}`}
              onRemove={() => onChange(value.filter((one) => one !== key))}
            />
          ))}
          {value.length < max_hub_photos && (
            <label className={styles.add} aria-busy={isBusy}>
              <Icon of={IconCamera} size={24} />
              {isBusy ? 'Saving…' : value.length === 0 ? 'Take a photo' : 'Another photo'}
              <ImageInput id={id} camera onImage={(file) => void add(file)} onRejected={setProblem} />
            </label>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function Thumbnail({ blob, label, onRemove }: { blob: Blob; label: string; onRemove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <span className={styles.thumbnail}>
      <img className={styles.image} src={url} alt="" />
      <span className={styles.remove}>
        <IconButton label={label} icon={IconX} size="xs" onClick={onRemove} />
      </span>
    </span>
  )
}
