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
import { useState } from 'react'
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
import layout from './allocate-form.module.css'
import styles from './receivables.module.css'
import { mayPostByHand } from './DocumentActions.tsx'
import { mayAllocateByHand } from './may-allocate.ts'
import { receivables_queries } from './receivables-queries.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { WriteOffDialog } from './WriteOffDialog.tsx'
import { ReferenceLink } from '../ReferenceLink.tsx'

interface Values {
  /** Whether each credit is used, by transaction id; without a chosen one all are. */
  chosen: Record<string, boolean>
  /** The amount for each invoice, by its id. */
  amounts: Record<string, Cents | null>
}

/** The form that allocates, with the dialogs for refunds and write-offs. After an allocation it starts empty. */
export function OpenAmountsForm(props: { open: OpenAmounts; account_id: number; onStale: () => void }) {
  const { credits, invoices } = props.open
  const { values } = useSearchState()
  const [round, setRound] = useState(0)
  // The dialogs are outside the form: their submit would bubble to it.
  const [refunding, setRefunding] = useState<FreeCredit | null>(null)
  const [writingOff, setWritingOff] = useState<UnpaidInvoice | null>(null)
  const asked =
    round === 0 ? invoices.find(({ invoice_id }) => String(invoice_id) === values.invoice) : undefined
  const rest = sum(credits.map((credit) => credit.rest))
  return (
    <>
      <AllocateForm
        key={round}
        {...props}
        initial={asked && rest > 0 ? { [asked.invoice_id]: Math.min(asked.open, rest) } : {}}
        onDone={() => setRound(round + 1)}
        onRefund={setRefunding}
        onWriteOff={setWritingOff}
      />
      {refunding && <RefundDialog credit={refunding} onClose={() => setRefunding(null)} />}
      {writingOff && <WriteOffDialog invoice={writingOff} onClose={() => setWritingOff(null)} />}
    </>
  )
}

/** Returns the open invoices with the amounts as what may be allocated to each. */
function wantedOf(invoices: readonly UnpaidInvoice[], amounts: Values['amounts']): OpenInvoice[] {
  return invoices.flatMap(({ invoice_id, invoice_number, due_date }) => {
    const open = amounts[invoice_id] ?? 0
    return open > 0 ? [{ invoice_id, invoice_number, due_day: dayOf(due_date), open }] : []
  })
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0)

/** Without a chosen credit, all of them are used. */
function usedCredits(credits: readonly FreeCredit[], chosen: Values['chosen']): readonly FreeCredit[] {
  const used = credits.filter(({ transaction_id }) => chosen[transaction_id])
  return used.length > 0 ? used : credits
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
  onDone,
  onRefund,
  onWriteOff,
}: {
  open: OpenAmounts
  account_id: number
  onStale: () => void
  initial: Values['amounts']
  onDone: () => void
  onRefund: (credit: FreeCredit) => void
  onWriteOff: (invoice: UnpaidInvoice) => void
}) {
  const me = useMe()
  const mayAllocate = mayAllocateByHand(me, receivablesApi.allocate)
  const form = useForm<Values>({
    initial: { chosen: {}, amounts: initial },
    check: ({ chosen, amounts }) => {
      const tooMuch = invoices.flatMap(({ invoice_id, open }) =>
        (amounts[invoice_id] ?? 0) < 0 || (amounts[invoice_id] ?? 0) > open
          ? [{ field: `amounts.${invoice_id}`, message: `Enter an amount up to ${formatRand(open)}.` }]
          : [],
      )
      if (tooMuch.length > 0) return tooMuch
      const wanted = wantedOf(invoices, amounts)
      const last = wanted.at(-1)
      if (!last)
        return [
          {
            field: `amounts.${invoices[0]?.invoice_id}`,
            message: 'Enter an amount for at least one invoice.',
          },
        ]
      const rest = sum(usedCredits(credits, chosen).map((credit) => credit.rest))
      return sum(wanted.map(({ open }) => open)) > rest
        ? [
            {
              field: `amounts.${last.invoice_id}`,
              message: `Only ${formatRand(rest)} is left on the chosen credits.`,
            },
          ]
        : true
    },
  })
  const { chosen, amounts } = form.values
  const send = useEndpointMutation(receivablesApi.allocate, {
    inForm: true,
    refresh: receivables_queries,
    done: ({ allocated }) => {
      toast.success(`${formatRand(allocated)} allocated`)
      onDone()
    },
    failed: (thrown) => {
      if (thrown instanceof ApiError && thrown.status === 409) onStale()
    },
  })
  const used = usedCredits(credits, chosen)
  const rest = sum(used.map((credit) => credit.rest))
  const fill = (): void => {
    const all = Object.fromEntries(invoices.map(({ invoice_id, open }) => [invoice_id, open]))
    const filled: Values['amounts'] = {}
    for (const { invoice_id, amount } of allocateOldestFirst(asOpenCredits(used), wantedOf(invoices, all)))
      filled[invoice_id] = (filled[invoice_id] ?? 0) + amount
    form.set('amounts', filled)
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
  const total = sum(wantedOf(invoices, amounts).map(({ open }) => open))
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
      <div className={layout.sides}>
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
        {credits.map((credit) => (
          <li key={credit.transaction_id} className={styles.item}>
            <span>
              {mayChoose && credits.length > 1 ? (
                <Checkbox
                  {...form.field(`chosen.${credit.transaction_id}`)}
                  value={form.values.chosen[credit.transaction_id] ?? false}
                  label={nameOf(credit)}
                />
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
        {invoices.map((invoice) => {
          const { invoice_id, doc_display_id, due_date, open, total } = invoice
          const amount = form.values.amounts[invoice_id] ?? null
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
                        form.set(`amounts.${invoice_id}`, Math.max(0, Math.min(open, left + (amount ?? 0))))
                      }
                    >
                      All
                    </Button>
                    <MoneyField
                      {...form.field(`amounts.${invoice_id}`)}
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
