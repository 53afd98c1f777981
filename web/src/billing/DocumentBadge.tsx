import type { CreditNote, Invoice } from '@waybill/domain/billing/model'
import { StatusBadge } from '../kit/ui/StatusBadge.tsx'
import { creditNoteState, invoiceState, type DocumentState } from './document-state.ts'

type Size = 'compact' | 'normal' | 'large'

function Badge({ family, label, size }: DocumentState & { size: Size }) {
  return (
    <StatusBadge
      family={family}
      label={label}
      size={size}
      {...(family === 'green' ? { mark: 'tick' as const } : {})}
    />
  )
}

/** How an invoice stands today. */
export function InvoiceBadge({ invoice, size = 'normal' }: { invoice: Invoice; size?: Size }) {
  return <Badge {...invoiceState(invoice, new Date())} size={size} />
}

/** How much of a credit note has been set against invoices. */
export function CreditNoteBadge({ note, size = 'normal' }: { note: CreditNote; size?: Size }) {
  return <Badge {...creditNoteState(note)} size={size} />
}
