import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi, type AllocatedPart } from '@waybill/domain/billing/receivables-api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { formatRand } from '@waybill/domain/kit/money'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Money, When } from '../../kit/ui/values/Value.tsx'
import { creditNotePath, invoicePath } from '../billing-access.ts'
import { ReferenceLink } from '../ReferenceLink.tsx'
import styles from './receivables.module.css'
import { mayAllocateByHand } from './may-allocate.ts'
import { receivables_queries } from './receivables-queries.ts'

/** Maximum number of allocations or e-mails displayed beside a document. */
const max_shown = 50

/** What is allocated to an invoice, or of a credit note. Staff with the right can undo it. */
export function AllocatedCard({ of }: { of: { invoice_id: number } | { credit_note_id: number } }) {
  const query = useQuery(endpointQuery(receivablesApi.allocated, { ...of, limit: max_shown }))
  const parts = query.data?.parts
  return (
    <Card title="Allocations" note={query.data && query.data.count > 0 ? query.data.count : null}>
      {!parts && query.error && (
        <RegionError thrown={query.error} what="The allocations" onRetry={() => void query.refetch()} />
      )}
      {!parts && !query.error && <Loading lines={2} />}
      {parts?.length === 0 && <EmptyState title="Nothing is allocated yet." />}
      {parts && parts.length > 0 && (
        <ul className={styles.rows}>
          {parts.map((part) => (
            <AllocatedRow
              key={`${part.transaction_id} ${part.invoice_id}`}
              part={part}
              isOfInvoice={'invoice_id' in of}
            />
          ))}
        </ul>
      )}
      <PartialListNotice
        shown={parts?.length ?? 0}
        total={query.data?.count ?? 0}
        what="allocations"
        rest="The list under Billing > Payments > Allocations has them all."
      />
    </Card>
  )
}

function AllocatedRow({ part, isOfInvoice }: { part: AllocatedPart; isOfInvoice: boolean }) {
  const me = useMe()
  const undo = useDeallocate()
  const source = part.doc_display_id ?? transaction_types[part.type].label
  return (
    <li className={styles.item}>
      <span>
        {isOfInvoice ? (
          part.credit_note_id > 0 ? (
            <ReferenceLink to={creditNotePath(me, part.credit_note_id)}>{source}</ReferenceLink>
          ) : (
            source
          )
        ) : (
          <ReferenceLink to={invoicePath(me, part.invoice_id)}>{part.invoice_display_id}</ReferenceLink>
        )}
        <span className={styles.quiet}>
          {' '}
          {transaction_types[part.type].label} · <When at={part.time_created} />
          {part.created_by && ` · ${personName(part.created_by)}`}
        </span>
      </span>
      <span className={styles.end}>
        <Money cents={part.amount} />
        {mayAllocateByHand(me, receivablesApi.deallocate) && (
          <Button
            size="xs"
            busy={undo.isPending}
            onClick={() => undo.confirm(part)}
            aria-label={`Undo ${source}`}
          >
            Undo
          </Button>
        )}
      </span>
    </li>
  )
}

/** Returns the action that undoes an allocation after a confirmation. */
export function useDeallocate() {
  const send = useEndpointMutation(receivablesApi.deallocate, {
    refresh: receivables_queries,
    done: (_, { amount }) => toast.success(`${formatRand(amount)} is free again`),
  })
  const confirm = async ({ transaction_id, invoice_id, amount, invoice_display_id }: AllocatedPart) => {
    const isSure = await confirmAction({
      title: `Undo this allocation to ${invoice_display_id}?`,
      body: `${formatRand(amount)} is open on the invoice again, and free on the credit. An account that allocates automatically uses it with its next payment or invoice.`,
      confirm: 'Undo allocation',
      cancel: 'Keep it',
    })
    if (isSure) send.mutate({ transaction_id, invoice_id, amount })
  }
  return { isPending: send.isPending, confirm }
}

/** The credit notes of an invoice. */
export function CreditNotesOfInvoice({ invoice_id }: { invoice_id: number }) {
  const me = useMe()
  const query = useQuery(endpointQuery(billingApi.creditNotes, { invoice_id, limit: max_shown }))
  const notes = query.data?.credit_notes
  if (notes?.length === 0) return null
  return (
    <Card title="Credit notes">
      {!notes && query.error && (
        <RegionError thrown={query.error} what="The credit notes" onRetry={() => void query.refetch()} />
      )}
      {!notes && !query.error && <Loading lines={1} />}
      <ul className={styles.rows}>
        {notes?.map(({ id, doc_display_id, reason, total }) => (
          <li key={id} className={styles.item}>
            <span>
              <ReferenceLink to={creditNotePath(me, id)}>{doc_display_id}</ReferenceLink>{' '}
              <span className={styles.quiet}>{reason}</span>
            </span>
            <Money cents={total} />
          </li>
        ))}
      </ul>
      <PartialListNotice shown={notes?.length ?? 0} total={query.data?.count ?? 0} what="credit notes" />
    </Card>
  )
}
