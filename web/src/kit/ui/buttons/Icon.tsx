import type { IconShape } from '../../icons/icon-shape.tsx'

export type { IconShape } from '../../icons/icon-shape.tsx'

/**
 * An outline icon with the standard stroke width. It is always hidden from screen readers, because the text beside it
 * has the meaning.
 */
export function Icon({
  of: Shape,
  size = 20,
  className,
}: {
  of: IconShape
  size?: number
  className?: string
}) {
  return <Shape size={size} stroke={1.75} aria-hidden="true" focusable="false" className={className} />
}
