import { balanceState } from '@waybill/domain/billing/balance-state'
import { hasPermission } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { TopUpButton } from '../../payments/top-up/TopUpButton.tsx'
import { useAccess, useGeneralData } from '../access.ts'
import { mayVisit } from '../pages.ts'
import styles from './balance-panel.module.css'

/**
 * The balance of a customer’s account with a link to top it up, for users who may see billing data (SHELL-017,
 * PERM-017).
 */
export default function BalancePanel({ onGo }: { onGo?: () => void }) {
  const account = useGeneralData()?.account
  const access = useAccess()
  if (!account || !hasPermission(access.me, 'INLINE_see_billing_info')) return null
  const { balance, credit_limit } = account
  const state = balanceState(balance, credit_limit)
  return (
    <section className={styles.balance} aria-label="Balance">
      <div className={styles.balanceRow}>
        Balance
        {state.family !== 'blue' && (
          <StatusBadge {...state} mark={state.family === 'green' ? 'tick' : 'alert'} size="compact" />
        )}
      </div>
      <strong className={styles.balanceStrong}>{formatRand(balance)}</strong>
      <div className={styles.balanceRow}>
        <span>{credit_limit > 0 && `${formatRand(credit_limit + balance)} credit left`}</span>
        {mayVisit('/top-up-account', access) &&
          (onGo ? (
            <AppLink className={styles.balanceRowLink} to="/top-up-account" onClick={onGo}>
              Top up
            </AppLink>
          ) : (
            <TopUpButton variant="link" className={styles.balanceRowLink} />
          ))}
      </div>
    </section>
  )
}
