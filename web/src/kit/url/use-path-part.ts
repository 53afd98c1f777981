import { useParams } from '@tanstack/react-router'

/** A part of the address: `usePathPart('id')` on `/shipments/$id`; empty when there is none. */
export function usePathPart(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
