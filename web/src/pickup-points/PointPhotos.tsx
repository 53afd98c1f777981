import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import styles from './point-photos.module.css'

/** The photos of a point, each of which opens in a new tab; renders nothing without photos. */
export function PointPhotos({ point }: { point: Pick<PickupPoint, 'name' | 'photo_urls'> }) {
  const { name, photo_urls: photos } = point
  if (!photos) return null
  return (
    <span className={styles.photos}>
      {photos.map((url, index) => (
        <a key={url} href={url} target="_blank" rel="noopener">
          <img
            className={styles.photo}
            src={url}
            alt={photos.length === 1 ? `Photo of ${name}` : `Photo ${index + 1} of ${name}`}
            loading="lazy"
          />
        </a>
      ))}
    </span>
  )
}
