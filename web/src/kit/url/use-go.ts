import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Returns a function that navigates to a URL within the app, with its query: `go('/shipments?status=at-hub')`. It
 * resolves once the page is displayed.
 */
export function useGo(): (to: string, how?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return useCallback((to, how) => navigate({ href: to, replace: how?.replace ?? false }), [navigate])
}
