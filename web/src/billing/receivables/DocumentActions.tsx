import { IconChevronDown } from '../../kit/icons/icons.ts'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import type { CreditNote, Invoice } from '@waybill/domain/billing/model'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { transaction_types, type TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { wrongState } from '@waybill/domain/kit/problem'
import { useState, type ReactNode } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { allocationsPath } from '../billing-access.ts'
import { CreditDialog } from './CreditDialog.tsx'
import { mayAllocateByHand } from './may-allocate.ts'
import { SendDocumentDialog } from './SendDocumentDialog.tsx'
import { WriteOffDialog } from './WriteOffDialog.tsx'

/** What staff do with an invoice besides downloading it. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const me = useMe()
  const go = useGo()
  const [dialog, setDialog] = useState<'send' | 'credit' | 'void' | 'write-off' | null>(null)
  const close = (): void => setDialog(null)
  const { id, account_id, doc_display_id, balance_due } = invoice
  const isOpen = balance_due > 0 || wrongState('Nothing is open on this invoice.')
  const mayCredit = mayCall(me, receivablesApi.credit) && mayPostByHand(me, 'admin-credit')
  const isUncredited =
    invoice.credit_note_total < invoice.total || wrongState('The whole invoice is credited.')
  const entries: MenuEntry[] = [
    ...sendEntry(me, () => setDialog('send')),
    ...(mayAllocateByHand(me, receivablesApi.allocate)
      ? [{ label: 'Allocate', verdict: isOpen, onSelect: () => void go(allocationsPath(account_id, id)) }]
      : []),
    ...(mayCredit
      ? [
          { label: 'Credit lines or an amount', verdict: isUncredited, onSelect: () => setDialog('credit') },
          { label: 'Void by credit', verdict: isUncredited, danger: true, onSelect: () => setDialog('void') },
        ]
      : []),
    ...(mayCall(me, receivablesApi.writeOff) && mayPostByHand(me, 'bad-debt-write-off')
      ? [{ label: 'Write off', verdict: isOpen, danger: true, onSelect: () => setDialog('write-off') }]
      : []),
  ]
  return (
    <>
      <Actions type="invoice" id={id} entries={entries} />
      {dialog === 'send' && (
        <SendDocumentDialog document={{ kind: 'invoice', id, account_id, doc_display_id }} onClose={close} />
      )}
      {(dialog === 'credit' || dialog === 'void') && (
        <CreditDialog invoice={invoice} isVoid={dialog === 'void'} onClose={close} />
      )}
      {dialog === 'write-off' && (
        <WriteOffDialog invoice={{ invoice_id: id, doc_display_id, open: balance_due }} onClose={close} />
      )}
    </>
  )
}

/** What staff do with a credit note besides downloading it. */
export function CreditNoteActions({ note }: { note: CreditNote }) {
  const me = useMe()
  const go = useGo()
  const [isSending, setSending] = useState(false)
  const { id, account_id, doc_display_id, balance } = note
  const isFree = balance > 0 || wrongState('Nothing is left of this credit note.')
  const toAllocations = (): void => void go(allocationsPath(account_id))
  return (
    <>
      <Actions
        type="credit_note"
        id={id}
        entries={[
          ...sendEntry(me, () => setSending(true)),
          ...(mayAllocateByHand(me, receivablesApi.allocate)
            ? [{ label: 'Allocate or refund', verdict: isFree, onSelect: toAllocations }]
            : []),
        ]}
      />
      {isSending && (
        <SendDocumentDialog
          document={{ kind: 'credit-note', id, account_id, doc_display_id }}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

/** Whether a user may post a transaction of this type by hand. */
export function mayPostByHand(me: Actor, type: TransactionTypeName): boolean {
  return isStaff(me) && hasPermission(me, transaction_types[type].permission ?? '')
}

function sendEntry(me: Actor, onSelect: () => void): MenuEntry[] {
  return isStaff(me) && mayCall(me, deliveriesApi.send) ? [{ label: 'Send by email', onSelect }] : []
}

function Actions({
  type,
  id,
  entries,
}: {
  type: 'invoice' | 'credit_note'
  id: number
  entries: readonly MenuEntry[]
}): ReactNode {
  return (
    <>
      <AuditTrailButton type={type} object_id={String(id)} />
      {entries.length > 0 && (
        <Menu label="Actions" entries={entries}>
          {(trigger) => (
            <Button {...trigger} endIcon={IconChevronDown}>
              Actions
            </Button>
          )}
        </Menu>
      )}
    </>
  )
}
