import type { Tag } from '@waybill/domain/tags/model'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './tags.module.css'

/** What screens of shipments know of a tag. */
export type ShipmentTag = Pick<Tag, 'name' | 'colour'>

/** Tags of a shipment, each with the dot of its colour (SHIP-112); where room is short the first ones and how many more there are. */
export function ShipmentTags({
  names,
  known,
  max,
}: {
  names: readonly string[]
  known: readonly ShipmentTag[]
  max?: number
}) {
  const more = names.slice(max ?? names.length)
  return (
    <span className={cx(styles.tags, max !== undefined && styles.short)}>
      {names.slice(0, max).map((name) => (
        <span key={name} className={styles.tag}>
          <span
            className={styles.dot}
            style={{ background: known.find((tag) => tag.name === name)?.colour }}
            aria-hidden="true"
          />
          {name}
        </span>
      ))}
      {more.length > 0 && (
        <span className={styles.more}>
          {`+${more.length}`}
          <span className="only-heard">{` ${more.join(', ')}`}</span>
        </span>
      )}
    </span>
  )
}
