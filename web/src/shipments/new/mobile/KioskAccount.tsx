import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { AccountPicker } from '../../../accounts/index.ts'
import { endpointQuery } from '../../../kit/api/index.ts'
import { Segments } from '../../../kit/ui/page-layout/Tabs.tsx'
import { focusPath } from '../focus-path.ts'
import type { BookingState } from '../use-booking.ts'

const payers = [
  { key: 'cash', label: 'Cash customer' },
  { key: 'account', label: 'On account' },
] as const

/**
 * Who pays at a counter: a customer without an account, whose shipment is on the guest account of the company, or an
 * account. It starts with the cash customer.
 */
export function KioskAccount({ state: { form, account } }: { state: BookingState }) {
  const { data } = useQuery(
    endpointQuery(accountsApi.list, {
      account_type: ['guest'],
      status: ['open'],
      for_booking: true,
      limit: 1,
    }),
  )
  const cash = data?.accounts[0] ?? null
  const [payer, setPayer] = useState<'cash' | 'account'>('cash')
  const isOpen = form.values.account_id === null
  const cashId = cash?.id
  const chooseCash = useEffectEvent(() => {
    if (cashId !== undefined) form.set('account_id', cashId)
  })
  useEffect(() => {
    if (payer === 'cash' && isOpen) chooseCash()
  }, [payer, isOpen, cashId])
  const chosen = account && cash && account.id !== cash.id ? 'account' : payer
  return (
    <>
      {cash && (
        <Segments
          label="Who pays"
          choices={payers}
          chosen={chosen}
          onChoose={(key) => {
            setPayer(key)
            if (key === 'cash') return form.set('account_id', cash.id)
            form.set('account_id', null)
            requestAnimationFrame(() => focusPath('account_id'))
          }}
        />
      )}
      <AccountPicker forBooking binding={form.field('account_id')} chosen={account} />
    </>
  )
}
