import type { HubPhoto } from '@waybill/domain/hub/photos'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './photo-strip.module.css'

const class_of = { small: undefined, large: styles.large } as const

/** Stored photos as thumbnails; each opens in a new tab. `what` names what they show, for screen readers. */
export function PhotoStrip({
  photos,
  what,
  size = 'small',
}: {
  photos: readonly HubPhoto[]
  what: string
  size?: keyof typeof class_of
}) {
  if (photos.length === 0) return null
  return (
    <ul className={styles.strip}>
      {photos.map(({ file_name, url }, at) => (
        <li key={file_name}>
          <a className={styles.open} href={url} target="_blank" rel="noopener">
            <img
              className={cx(styles.photo, class_of[size])}
              src={url}
              alt={`${what}, ${at + 1} of ${photos.length}`}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
