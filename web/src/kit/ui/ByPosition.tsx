import { Fragment, type ReactNode } from 'react'

/**
 * Renders items that are identified only by their position in a list, such as rows of fields that are bound by
 * position.
 */
export function ByPosition<Item>({
  of: items,
  children,
}: {
  of: readonly Item[]
  children: (item: Item, at: number) => ReactNode
}) {
  const rows: ReactNode[] = []
  for (const [at, item] of items.entries()) rows.push(<Fragment key={at}>{children(item, at)}</Fragment>)
  return rows
}
