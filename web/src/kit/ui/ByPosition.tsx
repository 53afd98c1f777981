import { Fragment, type ReactNode } from 'react'

/** Things that have no name but their place in a list, such as rows of fields that are bound by position. */
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
