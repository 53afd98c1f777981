import { IconFileInvoice } from '@tabler/icons-react'
import { billingApi } from '@waybill/domain/billing/api'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { formatRand } from '@waybill/domain/kit/money'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction, showAlert } from '../../kit/layers/alerts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { ledger_queries } from '../ledger/ledger-queries.ts'

/** Whether a user may issue invoices by hand (BILL-008). */
export function mayRunInvoices(me: Actor): boolean {
  return isStaff(me) && hasPermission(me, 'INLINE_run_invoicing') && mayCall(me, billingApi.runInvoices)
}

/**
 * Issues all invoices that are due now, after a confirmation, because an issued invoice cannot be undone. `also`
 * lists other queries on the page to refresh afterwards.
 */
export function RunInvoices({ also }: { also: readonly Endpoint[] }) {
  const me = useMe()
  const go = useGo()
  const run = useEndpointMutation(billingApi.runInvoices, {
    refresh: [...ledger_queries, ...also],
    done: async ({ invoices, count }) => {
      const total = invoices.reduce((sum, invoice) => sum + invoice.total, 0)
      const isViewing = await showAlert(
        count === 0
          ? {
              title: 'No invoices were issued',
              body: 'Nothing is waiting to be invoiced.',
              variant: 'info',
            }
          : {
              title: count === 1 ? '1 invoice was issued' : `${formatCount(count)} invoices were issued`,
              body: `${count === 1 ? '1 invoice' : `${formatCount(count)} invoices`}, ${formatRand(total)} in total.`,
              variant: 'success',
              confirm: 'View them',
              cancel: 'Close',
            },
      )
      if (isViewing && count > 0) await go('/billing/invoices')
    },
  })
  if (!mayRunInvoices(me)) return null
  const confirmRun = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Run invoices for all accounts?',
      body: 'Everything that can be invoiced up to now is put on invoices. Nothing is e-mailed: Month-end shows them and sends them. Issued invoices cannot be taken back.',
      confirm: 'Run invoices',
      cancel: 'Not now',
    })
    if (isSure) run.mutate({})
  }
  return (
    <Button variant="primary" icon={IconFileInvoice} busy={run.isPending} onClick={() => confirmRun()}>
      Run invoices
    </Button>
  )
}
