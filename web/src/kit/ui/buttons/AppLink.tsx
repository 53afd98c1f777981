import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { buttonClass, type ButtonAppearance } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { readSearch } from '../../url/search-text.ts'

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the product, with its query: `/shipments?status=at-hub`. */
  to: string
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
  /** Counts as the current page only at exactly this path, not below it. */
  exact?: boolean
}

/** The path, query and fragment of an address within the product, as the router wants them. */
function splitPath(to: string): { to: string; search: Record<string, string>; hash: string } {
  const [before = '', hash = ''] = to.split('#')
  const [path = '', query = ''] = before.split('?')
  return { to: path, search: readSearch(query), hash }
}

/** A link within the product: a real `<a>`, so it opens in a new tab when asked to, without loading the page again. */
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

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({
  variant,
  size,
  icon,
  full,
  children,
  ...rest
}: AppLinkProps & ButtonAppearance) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}), ...(full ? { full } : {}) }
  return (
    <AppLink {...rest} className={buttonClass(look)}>
      {icon && <Icon of={icon} size={size === 'sm' || size === 'xs' ? 16 : 20} />}
      <span>{children}</span>
    </AppLink>
  )
}
