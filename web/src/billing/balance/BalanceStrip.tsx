import { IconDownload, IconPlus } from '../../kit/icons/icons.ts'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { nextRun, periodOf } from '@waybill/domain/billing/schedule'
import { invoice_run_hour } from '@waybill/domain/billing/settings'
import { balanceState } from '@waybill/domain/billing/balance-state'
import { overdueOf } from '@waybill/domain/billing/statement'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { isStaff } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState, type ReactNode } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { allocationsPath } from '../billing-access.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { RegionError, Skeleton } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import shared from '../billing.module.css'
import styles from './balance-strip.module.css'
import { Figure } from './Figure.tsx'
import { PostTransactionDialog, postableBy } from '../ledger/PostTransactionDialog.tsx'
import { StatementDialog } from '../invoices-and-statements/StatementDialog.tsx'
import { useStatement } from '../invoices-and-statements/use-statement.ts'

/**
 * Shows an account's balance, the amount it may still spend, its overdue amount and its next invoice, with buttons
 * for the statement and for posting a transaction. `topUp` is displayed beside them.
 */
export function BalanceStrip({ account, topUp }: { account: ListedAccount; topUp?: ReactNode }) {
  const me = useMe()
  const runHour = useSetting(invoice_run_hour)
  const [open, setOpen] = useState<'statement' | 'post' | null>(null)
  const query = useQuery(endpointQuery(billingApi.balance, { account_id: account.id }))
  const mayState = mayCall(me, billingApi.statement)
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The balance" onRetry={() => void query.refetch()} />
  const { balance, credit_limit, available } = query.data ?? {
    balance: null,
    credit_limit: 0,
    available: null,
  }
  const state = balance === null ? null : balanceState(balance, credit_limit)
  const isPostpaid = account.account_type === 'postpaid'
  return (
    <section className={shared.strip} aria-label="Account balance">
      <Figure
        name="Balance"
        isMain
        badge={
          state && (
            <StatusBadge
              family={state.family}
              label={state.label}
              size="compact"
              {...(state.family === 'green' ? { mark: 'tick' as const } : {})}
            />
          )
        }
      >
        {balance === null ? <Skeleton height={28} width={160} /> : <Money cents={balance} />}
      </Figure>
      <Figure name={isPostpaid ? (isStaff(me) ? 'Can still spend' : 'You can still spend') : 'Available'}>
        {available === null ? <Skeleton height={20} width={96} /> : <Money cents={available} />}
      </Figure>
      {mayState && (
        <Figure name="Overdue">
          <Overdue account_id={account.id} />
        </Figure>
      )}
      <Figure name="Next invoice">{nextInvoice(account, runHour)}</Figure>
      {(mayState || topUp || postableBy(me).length > 0) && (
        <div className={styles.stripActions}>
          {mayState && (
            <Button icon={IconDownload} onClick={() => setOpen('statement')}>
              Statement
            </Button>
          )}
          {isStaff(me) && mayCall(me, receivablesApi.open) && (
            <ButtonLink to={allocationsPath(account.id)}>Allocations</ButtonLink>
          )}
          {postableBy(me).length > 0 && (
            <Button variant="primary" icon={IconPlus} onClick={() => setOpen('post')}>
              Post transaction
            </Button>
          )}
          {topUp}
        </div>
      )}
      {open === 'statement' && <StatementDialog account_id={account.id} onClose={() => setOpen(null)} />}
      {open === 'post' && <PostTransactionDialog account={account} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** Shows the open amount of invoices past their due day. */
function Overdue({ account_id }: { account_id: number }) {
  const today = dayOf(new Date())
  const { data, isPending } = useStatement(account_id, { from: today, until: today })
  if (isPending) return <Skeleton height={20} width={96} />
  if (!data) return <Money cents={null} />
  const overdue = overdueOf(data.ageing)
  return <Money cents={overdue} className={cx(overdue > 0 && styles.overdue)} />
}

/** Returns the date that the next invoice will have. */
function nextInvoice(account: ListedAccount, runHour: number): string {
  const { invoice_frequency, invoice_frequency_time } = account
  if (invoice_frequency === 'shipment') return 'With each shipment'
  const run = nextRun(invoice_frequency, invoice_frequency_time, new Date(), runHour)
  return formatDate(periodOf(run, true).invoice_day)
}
