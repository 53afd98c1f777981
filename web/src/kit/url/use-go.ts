import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes to an address of the product, with its query: `go('/shipments?status=at-hub')`; resolves once its page is shown. */
export function useGo(): (to: string, how?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return useCallback((to, how) => navigate({ href: to, replace: how?.replace ?? false }), [navigate])
}
