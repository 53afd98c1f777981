import { IconCashBanknote, IconReceipt } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { cashApi } from '@waybill/domain/cash/api'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { CashTabs } from '../CashTabs.tsx'
import { CountForm } from '../CountForm.tsx'
import { MoneyDialog } from '../MoneyDialog.tsx'
import { openSlip } from '../open-file.ts'

/** The till of the operator: open it with a float, pay from it, and count it at the end of the day. */
export default function TillPage() {
  const query = useQuery(endpointQuery(cashApi.drawer, { kind: 'till' }))
  const [open, setOpen] = useState<'till' | 'payout' | null>(null)
  const drawer = query.data?.drawer ?? null
  const isCounted = drawer !== null && drawer.waiting_cash_up_id !== null
  const openButton = (
    <Button variant="primary" onClick={() => setOpen('till')}>
      Open my till
    </Button>
  )
  return (
    <Page width="form">
      <PageHeader
        title="My till"
        note={drawer ? `Holds ${formatRand(drawer.held)}` : undefined}
        actions={
          <>
            <ButtonLink to="/cash/till/report" icon={IconReceipt}>
              Till report
            </ButtonLink>
            {drawer && !isCounted && (
              <Button icon={IconCashBanknote} onClick={() => setOpen('payout')}>
                Pay from the till
              </Button>
            )}
          </>
        }
      />
      <CashTabs chosen="/cash/till" />
      {query.isError ? (
        <RegionError thrown={query.error} what="Your till" onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading />
      ) : drawer === null ? (
        <EmptyState title="Your till is closed." action={openButton}>
          Open it before you take cash at the counter.
        </EmptyState>
      ) : isCounted ? (
        <Notice variant="info" title="Your till was counted.">
          Another person confirms it under Cash, Counts. Then it is closed, and you can open it again.
        </Notice>
      ) : (
        <Stack>
          <Card title="Count the till">
            <CountForm key={drawer.held} drawer={drawer} onDone={() => undefined} />
          </Card>
        </Stack>
      )}
      {open === 'till' && <OpenTillDialog onClose={() => setOpen(null)} />}
      {open === 'payout' && <PayoutDialog onClose={() => setOpen(null)} />}
    </Page>
  )
}

function OpenTillDialog({ onClose }: { onClose: () => void }) {
  const send = useEndpointMutation(cashApi.openTill, {
    inForm: true,
    refresh: [cashApi.drawer, cashApi.holders],
    done: onClose,
  })
  return (
    <MoneyDialog
      title="Open my till"
      submit="Open"
      amountLabel="Opening float"
      mayBeZero
      saving={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={(amount) => send.mutate({ opening_float: amount })}
    />
  )
}

function PayoutDialog({ onClose }: { onClose: () => void }) {
  const send = useEndpointMutation(cashApi.payFromTill, {
    inForm: true,
    refresh: [cashApi.drawer, cashApi.holders],
    done: ({ transaction_id }) => {
      onClose()
      void openSlip(transaction_id)
    },
  })
  return (
    <MoneyDialog
      title="Pay from the till"
      submit="Pay and print the slip"
      textLabel="What it is for"
      saving={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={(amount, reason) => send.mutate({ amount, reason })}
    />
  )
}
