import { hasPermission } from '@waybill/domain/kit/actor'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { storeReturnAddress } from './return-address.ts'

const TopUpDialog = lazy(() => import('./TopUpDialog.tsx'))

/**
 * Opens the top-up modal; renders nothing for users who may not top up. The modal is loaded lazily, because the
 * button is part of the shell.
 */
export function TopUpButton({
  variant = 'primary',
  label = 'Top up',
  comesBack = false,
  className,
}: {
  variant?: 'primary' | 'link'
  label?: string
  /** Whether to offer a link back to this page after the payment. */
  comesBack?: boolean
  className?: string | undefined
}) {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const mayPay =
    hasPermission(me, 'API_/billing/bobpay/url:POST') && hasPermission(me, 'INLINE_see_billing_info')
  if (me.account_id === null || !mayPay) return null
  return (
    <>
      <Button
        variant={variant}
        className={className ?? ''}
        onClick={() => {
          storeReturnAddress(comesBack ? window.location.pathname + window.location.search : null)
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
