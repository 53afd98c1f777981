import type { Icon as TablerIcon } from '@tabler/icons-react'

export type { Icon as IconShape } from '@tabler/icons-react'

/** An outline icon in the stroke of the product; always silent to screen readers, the word beside it speaks. */
export function Icon({
  of: Shape,
  size = 20,
  className,
}: {
  of: TablerIcon
  size?: number
  className?: string
}) {
  return <Shape size={size} stroke={1.75} aria-hidden="true" focusable="false" className={className} />
}
