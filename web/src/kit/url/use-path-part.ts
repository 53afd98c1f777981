import { useParams } from '@tanstack/react-router'

/** Returns a path parameter: `usePathPart('id')` on `/shipments/$id`; empty when there is none. */
export function usePathPart(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
