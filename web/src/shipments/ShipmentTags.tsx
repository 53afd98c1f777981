import type { Tag } from '@waybill/domain/tags/model'
import styles from './tags.module.css'

/** What screens of shipments know of a tag. */
export type KnownTag = Pick<Tag, 'name' | 'colour'>

/** Tags of a shipment, each with the dot of its colour (SHIP-112). */
export function ShipmentTags({ names, known }: { names: readonly string[]; known: readonly KnownTag[] }) {
  return (
    <span className={styles.tags}>
      {names.map((name) => (
        <span key={name} className={styles.tag}>
          <span
            className={styles.dot}
            style={{ background: known.find((tag) => tag.name === name)?.colour }}
            aria-hidden="true"
          />
          {name}
        </span>
      ))}
    </span>
  )
}
