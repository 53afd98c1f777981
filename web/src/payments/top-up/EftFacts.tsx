import { IconCopy } from '../../kit/icons/icons.ts'
import type { EftDetails } from '@waybill/domain/payments/model'
import { copyText } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import styles from './eft-facts.module.css'

/** The bank details for a manual EFT and the reference to use (PAY-028, PAY-030). */
export function EftFacts({ of: eft, reference, note }: { of: EftDetails; reference: string; note: string }) {
  const facts: readonly [string, string][] = [
    ['Account holder', eft.account_holder],
    ['Bank', eft.bank],
    ['Branch code', eft.branch_code],
    ['Account type', eft.account_type],
    ['Account number', eft.account_number],
    ['Reference to use', reference],
  ]
  const given = facts.filter(([, value]) => value !== '')
  return (
    <section className={styles.eft} aria-label="Bank details">
      <p>{note}</p>
      <div className={styles.facts}>
        <Facts split of={given} />
      </div>
      <Button
        size="sm"
        variant="ghost"
        icon={IconCopy}
        onClick={() => copyText(given.map(([name, value]) => `${name}: ${value}`).join('\n'))}
      >
        Copy
      </Button>
    </section>
  )
}
