import { formatRand } from '@waybill/domain/kit/money'
import { AppLink } from '../kit/ui/AppLink.tsx'
import { StatusBadge, type StatusFamily } from '../kit/ui/StatusBadge.tsx'
import { useGeneralData } from './access.ts'
import { isServed } from './pages.ts'
import styles from './shell.module.css'

/** How an account stands: fine, nearly out of credit, or beyond its limit (interface design 4.2). Amounts in cents. */
export function standingOf(balance: number, credit_limit: number): { family: StatusFamily; label: string } {
  if (balance >= 0) return { family: 'green', label: 'In credit' }
  const left = credit_limit + balance
  if (left < 0) return { family: 'red', label: 'Over limit' }
  return left < credit_limit * 0.2
    ? { family: 'yellow', label: 'Low credit' }
    : { family: 'blue', label: 'Owing' }
}

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
