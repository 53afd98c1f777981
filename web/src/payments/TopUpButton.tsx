import { holds } from '@waybill/domain/kit/actor'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { keepWayBack } from './way-back.ts'

const TopUpDialog = lazy(() => import('./TopUpDialog.tsx'))

/** Opens the top-up modal; absent for who may not pay into an account. Light: it stands in the shell. */
export function TopUpButton({
  variant = 'primary',
  label = 'Top up',
  comesBack = false,
}: {
  variant?: 'primary' | 'link'
  label?: string
  /** Offers the way back to this page once it is paid. */
  comesBack?: boolean
}) {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const mayPay = holds(me, 'API_/billing/bobpay/url:POST') && holds(me, 'INLINE_see_billing_info')
  if (me.account_id === null || !mayPay) return null
  return (
    <>
      <Button
        variant={variant}
        onClick={() => {
          keepWayBack(comesBack ? window.location.pathname + window.location.search : null)
          setOpen(true)
        }}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TopUpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
