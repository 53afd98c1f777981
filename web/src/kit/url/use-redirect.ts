import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Leads on from this page to another address, while there is one. It does so again when another navigation came in
 * between and ended here: otherwise a page that only leads on would stand there for ever.
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
