import { IconReceipt } from '../../kit/icons/icons.ts'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { useState } from 'react'
import { call } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'

/** Returns a function that opens the receipt of a counter payment in a new tab. */
export function useReceipt(): { print: (payment_id: number) => void; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false)
  const print = (paymentId: number): void => {
    setBusy(true)
    call(counterApi.receipt, { payment_id: paymentId })
      .then(
        ({ url }) => openTab(url),
        (thrown: unknown) => showError(thrown, 'The receipt could not be made'),
      )
      .finally(() => setBusy(false))
  }
  return { print, isBusy }
}

export function ReceiptButton({ payment_id }: { payment_id: number }) {
  const { print, isBusy } = useReceipt()
  return (
    <Button icon={IconReceipt} busy={isBusy} onClick={() => print(payment_id)}>
      Print receipt
    </Button>
  )
}
