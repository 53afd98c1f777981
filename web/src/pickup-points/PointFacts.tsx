import styles from './point-facts.module.css'
import { placeLine } from './place-line.ts'
import { PointPhotos } from './PointPhotos.tsx'
import { hoursLine } from './point-state.ts'
import { usePoint } from './use-point.ts'

/** Shows a pickup point with its name, address, hours, description and photos. */
export function PointFacts({ id, network }: { id: string; network: string }) {
  const point = usePoint(id, network)
  if (!point)
    return (
      <span>
        <strong>{`Pickup point ${id}`}</strong>
        {point === null && (
          <span className={styles.fact}>
            It is not available here. Choose another one, or use an address.
          </span>
        )}
      </span>
    )
  return (
    <span>
      <strong>{point.name}</strong>
      <span className={styles.fact}>{placeLine(point)}</span>
      <span className={styles.fact}>
        {[hoursLine(point), point.pickup_point_id].filter(Boolean).join(' · ')}
      </span>
      {point.description && <span className={styles.fact}>{point.description}</span>}
      <PointPhotos point={point} />
    </span>
  )
}
