import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Redirects from this page to `to` while it is not `null`. Repeats the redirect when another navigation came in
 * between and ended on this page; otherwise a page that only redirects would stay on screen.
 */
export function useRedirect(to: string | null): void {
  const navigate = useNavigate()
  const { pathname, visit } = useLocation({
    select: ({ pathname, state }) => ({ pathname, visit: state.__TSR_key }),
  })
  const [own] = useState(pathname)
  const isHere = pathname === own
  useEffect(() => {
    if (to !== null && isHere) void navigate({ href: to, replace: true })
  }, [to, isHere, visit, navigate])
}
