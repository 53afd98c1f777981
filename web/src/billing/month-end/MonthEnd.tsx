import { IconFileInvoice, IconMail } from '../../kit/icons/icons.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import {
  exclusion_labels,
  monthEndApi,
  type MonthEndAction,
  type MonthEndRun,
  type MonthEndSummary,
} from '@waybill/domain/billing/month-end'
import { hasPermission } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { formatRand } from '@waybill/domain/kit/money'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useEffect, useRef } from 'react'
import { endpointQuery, refresh, useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { Money } from '../../kit/ui/values/Value.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { Figure } from '../balance/Figure.tsx'
import shared from '../billing.module.css'
import { ledger_queries } from '../ledger/ledger-queries.ts'
import { MonthEndAccounts, MonthEndCharges, MonthEndEmails } from './month-end-lists.tsx'

/** How often the progress of a run is read, in ms. */
const progress_ms = 2_000

const month_end_queries = [
  ...ledger_queries,
  monthEndApi.summary,
  monthEndApi.accounts,
  monthEndApi.charges,
  deliveriesApi.list,
]

const count = (number: number, one: string): string =>
  `${formatCount(number)} ${one}${number === 1 ? '' : 's'}`

/**
 * Month-end on one screen: what will be invoiced and what not, the runs that issue and e-mail the invoices with their
 * progress, and what went wrong. `periodEnd` is `YYYY-MM-DD`; without it, the end of last month. `also` lists other
 * queries that are read again when a run has finished; it must be a constant.
 */
export function MonthEnd({ periodEnd, also }: { periodEnd: string | undefined; also: readonly Endpoint[] }) {
  const query = useQuery({
    ...endpointQuery(monthEndApi.summary, { period_end: periodEnd }),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') || state.data?.emails.queued
        ? progress_ms
        : false,
  })
  const { data, error } = query
  useRefreshAtEnd(data?.runs, also)
  if (error && !data)
    return <RegionError thrown={error} what="Month-end" onRetry={() => void query.refetch()} />
  if (!data) return <Loading lines={8} />
  return (
    <Stack>
      <section className={shared.strip} aria-label="Figures of month-end">
        <Figure name="To invoice" isMain>
          <Money cents={data.to_issue.amount} />
        </Figure>
        <Figure name="Invoices to issue">{formatCount(data.to_issue.invoices)}</Figure>
        <Figure name="Charges">{formatCount(data.to_issue.charges)}</Figure>
        <Figure name="Invoices issued">{formatCount(data.issued.invoices)}</Figure>
        <Figure name="E-mails sent">{formatCount(data.emails.sent)}</Figure>
      </section>
      <Actions summary={data} />
      <Exclusions of={data} />
      {data.runs.map((run) => (
        <RunNotice key={run.id} run={run} emails={data.emails} />
      ))}
      <Lists periodEnd={data.period_end} />
    </Stack>
  )
}

/** Reads lists and figures again when a run has finished. */
function useRefreshAtEnd(runs: readonly MonthEndRun[] | undefined, also: readonly Endpoint[]): void {
  const client = useQueryClient()
  const finished = runs
    ?.filter(({ state }) => state !== 'running')
    .map(({ id }) => id)
    .join(' ')
  const known = useRef(finished)
  useEffect(() => {
    const isFirst = known.current === undefined
    const isChanged = known.current !== finished
    known.current = finished
    if (!isFirst && isChanged) void refresh(client, [...month_end_queries, ...also])
  }, [client, finished, also])
}

function Actions({ summary }: { summary: MonthEndSummary }) {
  const me = useMe()
  const { period_end, to_issue, to_send } = summary
  const start = useEndpointMutation(monthEndApi.run, {
    refresh: month_end_queries,
    done: ({ run }) => {
      if (!run) toast.success('There is nothing to do')
    },
  })
  const isRunning = summary.runs.some(({ state }) => state === 'running')
  const running = isRunning ? 'A run is going on. Wait until it is finished.' : null
  const mayRun = mayCall(me, monthEndApi.run)
  const issue = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Issue ${count(to_issue.invoices, 'invoice')}?`,
      body: `${formatRand(to_issue.amount)} for ${count(to_issue.accounts, 'account')}, dated ${formatDate(summary.invoice_day)}. Issued invoices cannot be taken back. Nothing is e-mailed yet.`,
      confirm: 'Issue',
      cancel: 'Not now',
    })
    if (isSure)
      start.mutate({
        period_end,
        action: 'issue',
        expected_invoices: to_issue.invoices,
        expected_amount: to_issue.amount,
      })
  }
  const withoutAddress =
    to_send.accounts_without_address > 0
      ? `; ${count(to_send.accounts_without_address, 'account')} ${to_send.accounts_without_address === 1 ? 'has' : 'have'} no address`
      : ''
  return (
    <Row>
      {mayRun && hasPermission(me, 'INLINE_run_invoicing') && (
        <Button
          variant="primary"
          icon={IconFileInvoice}
          busy={start.isPending}
          reason={running ?? (to_issue.invoices === 0 ? 'Nothing is waiting to be invoiced.' : null)}
          onClick={() => issue()}
        >
          {to_issue.invoices === 0
            ? 'Issue invoices'
            : `Issue ${count(to_issue.invoices, 'invoice')} (${formatRand(to_issue.amount)})`}
        </Button>
      )}
      {mayRun && mayCall(me, deliveriesApi.send) && (
        <Button
          icon={IconMail}
          busy={start.isPending}
          reason={
            running ?? (to_send.invoices === 0 ? 'No invoice of this period waits to be e-mailed.' : null)
          }
          onClick={() => start.mutate({ period_end, action: 'send', expected_invoices: to_send.invoices })}
        >
          {to_send.invoices === 0 && withoutAddress === ''
            ? 'E-mail invoices'
            : `E-mail ${count(to_send.invoices, 'invoice')}${withoutAddress}`}
        </Button>
      )}
    </Row>
  )
}

function Exclusions({ of: { excluded } }: { of: MonthEndSummary }) {
  const waiting = excluded.filter(({ reason }) => reason !== 'already-invoiced')
  if (waiting.length === 0) return null
  return (
    <Notice variant="info" title="Not invoiced">
      {waiting
        .map(
          ({ reason, charges, amount }) =>
            `${exclusion_labels[reason]}: ${count(charges, 'charge')}, ${formatRand(amount)}`,
        )
        .join('. ')}
      .
    </Notice>
  )
}

const titles: Readonly<Record<MonthEndAction, { running: string; done: string }>> = {
  issue: { running: 'Issuing invoices', done: 'Invoices issued' },
  send: { running: 'Queueing e-mails', done: 'Invoices e-mailed' },
}

function RunNotice({ run, emails }: { run: MonthEndRun; emails: MonthEndSummary['emails'] }) {
  const { action, state, made, amount, total, done, failures } = run
  if (state === 'running')
    return (
      <Notice
        variant="info"
        live
        title={`${titles[action].running}: ${formatCount(done)} of ${formatCount(total)}`}
      >
        You may leave this page. The run continues.
      </Notice>
    )
  const problems = failures.map(({ account_id, account_name, message }) => (
    <p key={account_id}>
      <AppLink to={`/accounts/${account_id}`}>{account_name}</AppLink>: {message}
    </p>
  ))
  const isFailed = failures.length > 0 || (action === 'send' && emails.failed > 0)
  return (
    <Notice variant={isFailed ? 'warning' : 'success'} title={titles[action].done}>
      {action === 'issue'
        ? `${count(made, 'invoice')}, ${formatRand(amount)}. Next: e-mail them.`
        : `${formatCount(emails.sent)} sent, ${formatCount(emails.queued)} waiting, ${formatCount(emails.failed)} failed.`}
      {action === 'send' && emails.failed > 0 && ' Open E-mails to see why, and send them again.'}
      {problems}
    </Notice>
  )
}

const views = [
  { key: 'accounts', label: 'Accounts to invoice' },
  { key: 'excluded', label: 'Not invoiced' },
  { key: 'charges', label: 'Charges to invoice' },
  { key: 'emails', label: 'E-mails' },
] as const

function Lists({ periodEnd }: { periodEnd: string }) {
  const me = useMe()
  const { values, set } = useSearchState()
  const shown = views.filter(({ key }) => key !== 'emails' || mayCall(me, deliveriesApi.list))
  const view = shown.find(({ key }) => key === values.view)?.key ?? 'accounts'
  return (
    <>
      <Tabs
        label="Lists of month-end"
        tabs={shown}
        chosen={view}
        onChoose={(key) => set({ view: key === 'accounts' ? undefined : key })}
      />
      {view === 'accounts' && <MonthEndAccounts periodEnd={periodEnd} />}
      {view === 'excluded' && <MonthEndCharges periodEnd={periodEnd} isExcluded />}
      {view === 'charges' && <MonthEndCharges periodEnd={periodEnd} isExcluded={false} />}
      {view === 'emails' && <MonthEndEmails />}
    </>
  )
}
