import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes to an address of the product, with its query: `go('/shipments?status=at-hub')`. */
export function useGo(): (to: string, how?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (to, how) => {
      void navigate({ href: to, replace: how?.replace ?? false })
    },
    [navigate],
  )
}
