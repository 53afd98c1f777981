import type { ComponentProps } from 'react'

/** A part of a page that scrolls by itself; whoever has no pointer reaches it by keyboard, and hears its name. */
export function ScrollRegion({
  label,
  role = 'region',
  ...rest
}: Omit<ComponentProps<'div'>, 'tabIndex' | 'aria-label' | 'role'> & {
  label: string
  role?: 'region' | 'feed'
}) {
  return <div {...rest} role={role} tabIndex={0} aria-label={label} data-scrolls="" />
}
