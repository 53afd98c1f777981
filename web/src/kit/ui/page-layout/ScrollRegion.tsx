import type { ComponentProps } from 'react'

/**
 * A part of a page that scrolls separately. It has a label and can receive the focus, so that keyboard users can
 * scroll it.
 */
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
