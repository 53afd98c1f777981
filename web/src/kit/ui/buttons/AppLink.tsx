import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { buttonClass, type ButtonAppearance } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { readSearch } from '../../url/search-text.ts'

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path within the app, with its query: `/shipments?status=at-hub`. */
  to: string
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
  /** Marks the link as current only at exactly this path, not at paths below it. */
  exact?: boolean
}

/** Splits a URL within the app into path, query and fragment, in the form that the router needs. */
function splitPath(to: string): { to: string; search: Record<string, string>; hash: string } {
  const [before = '', hash = ''] = to.split('#')
  const [path = '', query = ''] = before.split('?')
  return { to: path, search: readSearch(query), hash }
}

/**
 * A link within the app: a real `<a>`, so that the user can open it in a new tab; otherwise it navigates without
 * reloading the page.
 */
export function AppLink({ to, exact = false, children, ...rest }: AppLinkProps) {
  const target = splitPath(to)
  return (
    <Link
      {...rest}
      to={target.to}
      search={target.search}
      {...(target.hash ? { hash: target.hash } : {})}
      {...(exact ? { activeOptions: { exact } } : {})}
      preload="intent"
    >
      {children}
    </Link>
  )
}

/** A link that looks like a button, for navigation and not for actions. */
export function ButtonLink({
  variant,
  size,
  icon,
  full,
  children,
  ...rest
}: AppLinkProps & ButtonAppearance) {
  const appearance = { ...(variant ? { variant } : {}), ...(size ? { size } : {}), ...(full ? { full } : {}) }
  return (
    <AppLink {...rest} className={buttonClass(appearance)}>
      {icon && <Icon of={icon} size={size === 'sm' || size === 'xs' ? 16 : 20} />}
      <span>{children}</span>
    </AppLink>
  )
}
