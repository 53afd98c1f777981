import { allocateOldestFirst, type OpenInvoice } from '@waybill/domain/billing/allocation'
import {
  receivablesApi,
  type FreeCredit,
  type OpenAmounts,
  type UnpaidInvoice,
} from '@waybill/domain/billing/receivables-api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useRef, useState } from 'react'
import { ApiError, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { creditNotePath, invoicePath } from '../billing-access.ts'
import styles from './allocations.module.css'
import { mayPostByHand } from './DocumentActions.tsx'
import { mayAllocateByHand } from './may-allocate.ts'
import { receivables_queries } from './receivables-queries.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { WriteOffDialog } from './WriteOffDialog.tsx'
import { ReferenceLink } from '../ReferenceLink.tsx'

interface Values {
  /** Whether each credit is used, in the order of the credits. */
  chosen: boolean[]
  /** The amount for each invoice, in the order of the invoices. */
  amounts: (Cents | null)[]
}

/** The form, which is reset when the amounts change; typed amounts of invoices that are still open stay. */
export function OpenAmountsForm(props: { open: OpenAmounts; account_id: number; onStale: () => void }) {
  const { credits, invoices } = props.open
  const { values } = useSearchState()
  const typed = useRef(new Map<number, Cents | null>())
  const initial: Values = {
    chosen: credits.map(() => credits.length === 1),
    amounts: invoices.map(({ invoice_id, open }) => {
      const first = credits.length === 1 && String(invoice_id) === values.invoice
      return typed.current.get(invoice_id) ?? (first ? Math.min(open, credits[0]?.rest ?? 0) : null)
    }),
  }
  const key = JSON.stringify([
    credits.map(({ transaction_id, rest }) => [transaction_id, rest]),
    invoices.map(({ invoice_id, open }) => [invoice_id, open]),
  ])
  // The dialogs are outside the form: their submit would bubble to it.
  const [refunding, setRefunding] = useState<FreeCredit | null>(null)
  const [writingOff, setWritingOff] = useState<UnpaidInvoice | null>(null)
  return (
    <>
      <AllocateForm
        key={key}
        {...props}
        initial={initial}
        typed={typed.current}
        onRefund={setRefunding}
        onWriteOff={setWritingOff}
      />
      {refunding && <RefundDialog credit={refunding} onClose={() => setRefunding(null)} />}
      {writingOff && <WriteOffDialog invoice={writingOff} onClose={() => setWritingOff(null)} />}
    </>
  )
}

/** Returns the open invoices with the amounts as what may be allocated to each. */
function wantedOf(invoices: readonly UnpaidInvoice[], amounts: readonly (Cents | null)[]): OpenInvoice[] {
  return invoices.flatMap(({ invoice_id, invoice_number, due_date }, at) => {
    const open = amounts[at] ?? 0
    return open > 0 ? [{ invoice_id, invoice_number, due_day: dayOf(due_date), open }] : []
  })
}

const sum = (amounts: readonly (Cents | null)[]): Cents =>
  amounts.reduce<Cents>((total, amount) => total + (amount ?? 0), 0)

/** Without a chosen credit, all of them are used. */
function usedCredits(credits: readonly FreeCredit[], chosen: readonly boolean[]): readonly FreeCredit[] {
  return chosen.some(Boolean) ? credits.filter((_, at) => chosen[at]) : credits
}

const asOpenCredits = (credits: readonly FreeCredit[]) =>
  credits.map(({ transaction_id, invoice_id, rest }) => ({
    transaction_id,
    invoice_id: invoice_id === 0 ? null : invoice_id,
    rest,
  }))

function AllocateForm({
  open: { credits, credit_count, invoices, invoice_count, is_automatic },
  account_id,
  onStale,
  initial,
  typed,
  onRefund,
  onWriteOff,
}: {
  open: OpenAmounts
  account_id: number
  onStale: () => void
  initial: Values
  typed: Map<number, Cents | null>
  onRefund: (credit: FreeCredit) => void
  onWriteOff: (invoice: UnpaidInvoice) => void
}) {
  const me = useMe()
  const mayAllocate = mayAllocateByHand(me, receivablesApi.allocate)
  const form = useForm<Values>({
    initial,
    check: ({ chosen, amounts }) => {
      const tooMuch = invoices.flatMap(({ open }, at) =>
        (amounts[at] ?? 0) < 0 || (amounts[at] ?? 0) > open
          ? [{ field: `amounts.${at}`, message: `Enter an amount up to ${formatRand(open)}.` }]
          : [],
      )
      if (tooMuch.length > 0) return tooMuch
      const total = sum(amounts)
      const rest = sum(usedCredits(credits, chosen).map((credit) => credit.rest))
      if (total === 0) return [{ field: 'amounts.0', message: 'Enter an amount for at least one invoice.' }]
      const last = amounts.findLastIndex((amount) => (amount ?? 0) > 0)
      return total > rest
        ? [{ field: `amounts.${last}`, message: `Only ${formatRand(rest)} is left on the chosen credits.` }]
        : true
    },
  })
  const { chosen, amounts } = form.values
  for (const [at, { invoice_id }] of invoices.entries()) typed.set(invoice_id, amounts[at] ?? null)
  const send = useEndpointMutation(receivablesApi.allocate, {
    inForm: true,
    refresh: receivables_queries,
    done: ({ allocated }) => {
      typed.clear()
      toast.success(`${formatRand(allocated)} allocated`)
    },
    failed: (thrown) => {
      if (thrown instanceof ApiError && thrown.status === 409) onStale()
    },
  })
  const used = usedCredits(credits, chosen)
  const rest = sum(used.map((credit) => credit.rest))
  const fill = (): void => {
    const all = wantedOf(
      invoices,
      invoices.map(({ open }) => open),
    )
    const byInvoice = new Map<number, Cents>()
    for (const { invoice_id, amount } of allocateOldestFirst(asOpenCredits(used), all))
      byInvoice.set(invoice_id, (byInvoice.get(invoice_id) ?? 0) + amount)
    form.set(
      'amounts',
      invoices.map(({ invoice_id }) => byInvoice.get(invoice_id) ?? null),
    )
  }
  const allocate = (): void => {
    const openOf = new Map(invoices.map(({ invoice_id, open }) => [invoice_id, open]))
    const restOf = new Map(credits.map(({ transaction_id, rest: left }) => [transaction_id, left]))
    send.mutate({
      account_id,
      allocations: allocateOldestFirst(asOpenCredits(used), wantedOf(invoices, amounts)).map((row) => ({
        ...row,
        rest: restOf.get(row.transaction_id) ?? 0,
        open: openOf.get(row.invoice_id) ?? 0,
      })),
    })
  }
  const total = sum(amounts)
  return (
    <FormPanel
      form={form}
      saving={send.isPending}
      error={send.error}
      submit={total > 0 ? `Allocate ${formatRand(total)}` : 'Allocate'}
      hideButtons={!mayAllocate || credits.length === 0 || invoices.length === 0}
      note={`${formatRand(rest)} on ${used.length === 1 ? 'one credit' : `${used.length} credits`}, ${formatRand(Math.max(0, rest - total))} left`}
      onSubmit={allocate}
    >
      {is_automatic && (
        <Notice variant="info">
          This account allocates automatically: each payment and each new invoice uses what is free, oldest
          invoice first.
        </Notice>
      )}
      <div className={styles.sides}>
        <CreditsCard
          credits={credits}
          count={credit_count}
          form={form}
          mayChoose={mayAllocate}
          onRefund={onRefund}
        />
        <InvoicesCard
          invoices={invoices}
          count={invoice_count}
          form={form}
          mayChoose={mayAllocate && credits.length > 0}
          left={rest - total}
          onFill={fill}
          onWriteOff={onWriteOff}
        />
      </div>
    </FormPanel>
  )
}

function CreditsCard({
  credits,
  count,
  form,
  mayChoose,
  onRefund,
}: {
  credits: readonly FreeCredit[]
  count: number
  form: Form<Values>
  mayChoose: boolean
  onRefund: (credit: FreeCredit) => void
}) {
  const me = useMe()
  const mayRefund = mayCall(me, receivablesApi.refund) && mayPostByHand(me, 'refund')
  return (
    <Card title="Open credits" note={count > 0 ? formatRand(sum(credits.map(({ rest }) => rest))) : null}>
      {credits.length === 0 && (
        <EmptyState title="No open credits.">
          Payments and credit notes that are not allocated are listed here.
        </EmptyState>
      )}
      <ul className={styles.rows}>
        {credits.map((credit, at) => (
          <li key={credit.transaction_id} className={styles.item}>
            <span>
              {mayChoose && credits.length > 1 ? (
                <Checkbox {...form.field(`chosen.${at}`)} label={nameOf(credit)} />
              ) : (
                nameOf(credit)
              )}
              <span className={styles.quiet}>
                {formatDate(credit.effective_date)} · {transaction_types[credit.type].label}
                {credit.doc_display_id !== null && ` · ${credit.description}`}
                {credit.credit_note_id > 0 && (
                  <>
                    {' · '}
                    <ReferenceLink to={creditNotePath(me, credit.credit_note_id)}>Credit note</ReferenceLink>
                  </>
                )}
              </span>
            </span>
            <span className={styles.end}>
              <Money cents={credit.rest} />
              {mayRefund && credit.type !== 'promotional-credit' && (
                <Button size="xs" aria-label={`Refund ${nameOf(credit)}`} onClick={() => onRefund(credit)}>
                  Refund
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <PartialListNotice
        shown={credits.length}
        total={count}
        what="credits"
        rest="Allocate these to see the next."
      />
    </Card>
  )
}

function nameOf({ doc_display_id, description }: FreeCredit): string {
  return doc_display_id ?? description
}

function InvoicesCard({
  invoices,
  count,
  form,
  mayChoose,
  left,
  onFill,
  onWriteOff,
}: {
  invoices: readonly UnpaidInvoice[]
  count: number
  form: Form<Values>
  mayChoose: boolean
  /** What is left of the chosen credits, in cents. */
  left: Cents
  onFill: () => void
  onWriteOff: (invoice: UnpaidInvoice) => void
}) {
  const me = useMe()
  const mayWriteOff = mayCall(me, receivablesApi.writeOff) && mayPostByHand(me, 'bad-debt-write-off')
  const today = dayOf(new Date())
  return (
    <Card
      title="Open invoices"
      note={count > 0 ? formatRand(sum(invoices.map(({ open }) => open))) : null}
      actions={
        mayChoose &&
        invoices.length > 0 && (
          <Button size="sm" onClick={onFill}>
            Fill oldest first
          </Button>
        )
      }
    >
      {invoices.length === 0 && <EmptyState title="No open invoices.">Everything is paid.</EmptyState>}
      <ul className={styles.rows}>
        {invoices.map((invoice, at) => {
          const { invoice_id, doc_display_id, due_date, open, total } = invoice
          const amount = form.values.amounts[at] ?? null
          return (
            <li key={invoice_id} className={styles.item}>
              <span>
                <ReferenceLink to={invoicePath(me, invoice_id)}>{doc_display_id}</ReferenceLink>
                <span className={styles.quiet}>
                  {' '}
                  {dayOf(due_date) < today ? 'overdue since' : 'due'} {formatDate(due_date)} ·{' '}
                  <Money cents={open} /> open of <Money cents={total} />
                </span>
              </span>
              <span className={styles.end}>
                {mayChoose && (
                  <>
                    <Button
                      size="xs"
                      aria-label={`Use all for ${doc_display_id}`}
                      onClick={() =>
                        form.set(`amounts.${at}`, Math.max(0, Math.min(open, left + (amount ?? 0))))
                      }
                    >
                      All
                    </Button>
                    <MoneyField
                      {...form.field(`amounts.${at}`)}
                      label={`Amount for ${doc_display_id}`}
                      hideLabel
                      size="sm"
                    />
                  </>
                )}
                {mayWriteOff && (
                  <Button
                    size="xs"
                    aria-label={`Write off ${doc_display_id}`}
                    onClick={() => onWriteOff(invoice)}
                  >
                    Write off
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <PartialListNotice
        shown={invoices.length}
        total={count}
        what="invoices"
        rest="Pay these to see the next."
      />
    </Card>
  )
}
