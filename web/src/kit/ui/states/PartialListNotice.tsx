import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'
import { formatTotal } from '../values/numbers.ts'

/**
 * Says that less is shown than there is, and how to get the rest: 'Showing 500 of 6,600 stops. Filter by branch or
 * driver to see the rest.' Nothing when everything is shown.
 */
export function PartialListNotice({
  shown,
  total,
  what,
  rest,
  action,
}: {
  shown: number
  /** Up to the cap of all lists. */
  total: number
  /** In the plural: `stops`. */
  what: string
  /** A sentence. */
  rest?: string
  /** A button that shows more. */
  action?: ReactNode
}) {
  if (shown >= total) return null
  return (
    <Notice variant="info" action={action}>
      {[`Showing ${formatTotal(shown)} of ${formatTotal(total)} ${what}.`, rest].filter(Boolean).join(' ')}
    </Notice>
  )
}
