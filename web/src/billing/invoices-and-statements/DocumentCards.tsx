import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import type { CreditNote, Invoice } from '@waybill/domain/billing/model'
import { endpointQuery, ApiError } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { formatTotal } from '../../kit/ui/values/numbers.ts'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import styles from './document-cards.module.css'
import { creditNoteState, invoiceState } from './document-state.ts'
import { StateBadge } from './DocumentBadge.tsx'
import { creditNotePath, invoicePath } from '../billing-access.ts'
import { ReferenceLink } from '../ReferenceLink.tsx'
import { shortDate } from '../short-date.ts'

const few = 5

function AllLink({ to, count }: { to: string; count: number }) {
  return (
    <AppLink to={to} className={styles.all}>
      All {formatTotal(count)}
    </AppLink>
  )
}

/**
 * Shows the latest invoices of an account; `all` is the path of the full list. Renders nothing when the user may not
 * see invoices (BILL-005).
 */
export function InvoicesCard({ account_id, all }: { account_id: number; all: string }) {
  const me = useMe()
  const query = useQuery(endpointQuery(billingApi.invoices, { account_id, limit: few }))
  const { data } = query
  if (query.error instanceof ApiError && query.error.status === 403) return null
  return (
    <Card
      title="Invoices"
      flush
      actions={data && data.count > few && <AllLink to={all} count={data.count} />}
    >
      {query.error && !data ? (
        <RegionError thrown={query.error} what="Invoices" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.count === 0 ? (
        <EmptyState title="No invoices yet." />
      ) : (
        <table className={styles.small}>
          <caption className="only-heard">Latest invoices</caption>
          <thead>
            <tr>
              <th scope="col">Invoice</th>
              <th scope="col">Due</th>
              <th scope="col" className={styles.right}>
                Open
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {data.invoices.map((invoice: Invoice) => (
              <tr key={invoice.id}>
                <td>
                  <ReferenceLink to={invoicePath(me, invoice.id)}>{invoice.doc_display_id}</ReferenceLink>
                </td>
                <td className={styles.quiet}>{shortDate(invoice.due_date)}</td>
                <td className={styles.right}>
                  <Money cents={invoice.balance_due} />
                </td>
                <td>
                  <StateBadge of={invoiceState(invoice, new Date())} size="compact" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/**
 * Shows the latest credit notes of an account; `all` is the path of the full list. Renders nothing when there are
 * none.
 */
export function CreditNotesCard({ account_id, all }: { account_id: number; all: string }) {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(billingApi.creditNotes, { account_id, limit: few }),
    enabled: mayCall(me, billingApi.creditNotes),
  })
  if (!data || data.count === 0) return null
  return (
    <Card title="Credit notes" flush actions={data.count > few && <AllLink to={all} count={data.count} />}>
      <table className={styles.small}>
        <caption className="only-heard">Latest credit notes</caption>
        <thead>
          <tr>
            <th scope="col">Credit note</th>
            <th scope="col">Date</th>
            <th scope="col" className={styles.right}>
              Total
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {data.credit_notes.map((note: CreditNote) => (
            <tr key={note.id}>
              <td>
                <ReferenceLink to={creditNotePath(me, note.id)}>{note.doc_display_id}</ReferenceLink>
              </td>
              <td className={styles.quiet}>{shortDate(note.credit_note_date)}</td>
              <td className={styles.right}>
                <Money cents={note.total} />
              </td>
              <td>
                <StateBadge of={creditNoteState(note)} size="compact" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
