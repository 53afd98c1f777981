import type { Tag } from '@waybill/domain/tags/model'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './tags.module.css'

/** The part of a tag that shipment pages need. */
export type ShipmentTag = Pick<Tag, 'name' | 'colour'>

/**
 * The tags of a shipment, each with a dot in its colour (SHIP-112). With `max`, displays only the first ones and the
 * number of further tags.
 */
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
