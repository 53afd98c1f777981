import { standingOf } from '@waybill/domain/billing/standing'
import { formatRand } from '@waybill/domain/kit/money'
import { AppLink } from '../kit/ui/AppLink.tsx'
import { StatusBadge } from '../kit/ui/StatusBadge.tsx'
import { useGeneralData } from './access.ts'
import { isServed } from './pages.ts'
import styles from './shell.module.css'

/** The balance of a customer's account and the way to top it up (SHELL-017). */
export function BalancePanel() {
  const account = useGeneralData()?.account
  if (!account) return null
  const { balance, credit_limit } = account
  const standing = standingOf(balance, credit_limit)
  return (
    <section className={styles.balance} aria-label="Balance">
      <div className={styles.balanceRow}>
        Balance
        {standing.family !== 'blue' && (
          <StatusBadge {...standing} mark={standing.family === 'green' ? 'tick' : 'alert'} size="compact" />
        )}
      </div>
      <strong>{formatRand(balance)}</strong>
      <div className={styles.balanceRow}>
        <span>{credit_limit > 0 && `${formatRand(credit_limit + balance)} credit left`}</span>
        {isServed('/top-up-account') && <AppLink to="/top-up-account">Top up</AppLink>}
      </div>
    </section>
  )
}
