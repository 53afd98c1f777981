import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'
import { formatTotal } from '../values/numbers.ts'

/**
 * Displays that a list is incomplete, and how to see the rest: 'Showing 500 of 6,600 stops. Filter by branch or
 * driver to see the rest.' Renders nothing when the list is complete.
 */
export function PartialListNotice({
  shown,
  total,
  what,
  rest,
  action,
}: {
  shown: number
  /** The number of matching items, counted up to the cap of all lists. */
  total: number
  /** Plural noun: `stops`. */
  what: string
  /** A sentence that explains how to see the rest. */
  rest?: string
  /** A button that loads more. */
  action?: ReactNode
}) {
  if (shown >= total) return null
  return (
    <Notice variant="info" action={action}>
      {[`Showing ${formatTotal(shown)} of ${formatTotal(total)} ${what}.`, rest].filter(Boolean).join(' ')}
    </Notice>
  )
}
