import { IconCamera, IconX } from '../../kit/icons/icons.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { newKey } from '../../kit/api/new-key.ts'
import { ImageInput } from '../../kit/form/ImageInput.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import driver from '../driver.module.css'
import styles from './photo-row.module.css'
import type { Evidence } from './hand-over.ts'
import { resizePhoto } from '../../kit/form/resize-photo.ts'
import { useTexts } from '../texts/texts.ts'

/** Photos taken with the phone's camera, reduced in size at once and stored with the action. */
export function PhotoRow({
  photos,
  max,
  onChange,
}: {
  photos: readonly Evidence[]
  max: number
  onChange: (photos: readonly Evidence[]) => void
}) {
  const t = useTexts()
  const [problem, setProblem] = useState('')
  const [beingReduced, setBeingReduced] = useState(0)
  const isBusy = beingReduced > 0
  // Photos can be taken and removed while another one is being reduced.
  const newest = useRef(photos)
  useEffect(() => {
    newest.current = photos
  }, [photos])
  const store = (changed: readonly Evidence[]): void => {
    newest.current = changed
    onChange(changed)
  }
  const add = async (file: File): Promise<void> => {
    setBeingReduced((count) => count + 1)
    setProblem('')
    try {
      const blob = await resizePhoto(file)
      store([...newest.current, { evidence_id: newKey(), kind: 'photo', blob }])
    } catch {
      setProblem(t.handOver.photoUnread)
    } finally {
      setBeingReduced((count) => count - 1)
    }
  }
  return (
    <div className={styles.photos}>
      {photos.map((photo, at) => (
        <Thumbnail
          key={photo.evidence_id}
          photo={photo}
          label={t.handOver.removePhoto(at + 1)}
          onRemove={() => store(photos.filter((one) => one !== photo))}
        />
      ))}
      {photos.length < max && (
        <label className={cx(driver.big, styles.photoButton)} aria-busy={isBusy}>
          <Icon of={IconCamera} size={24} />
          {isBusy
            ? t.handOver.savingPhoto
            : photos.length === 0
              ? t.handOver.takePhoto
              : t.handOver.anotherPhoto}
          <ImageInput
            camera
            onImage={(file) => void add(file)}
            onRejected={() => setProblem(t.handOver.photoType)}
          />
        </label>
      )}
      {problem && (
        <p className={driver.late} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function Thumbnail({ photo, label, onRemove }: { photo: Evidence; label: string; onRemove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(photo.blob), [photo])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <span className={styles.thumbnail}>
      <img className={styles.thumbnailImage} src={url} alt="" />
      <button className={styles.thumbnailButton} type="button" aria-label={label} onClick={onRemove}>
        <Icon of={IconX} />
      </button>
    </span>
  )
}
