import { IconCopy } from '../../kit/icons/icons.ts'
import {
  invoice_bank_account_holder,
  invoice_bank_account_number,
  invoice_bank_account_type,
  invoice_bank_branch_code,
  invoice_bank_name,
} from '@waybill/domain/billing/settings'
import { copyText } from '../../kit/layers/toasts.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import styles from '../billing.module.css'

/**
 * Shows the bank details for EFT payments and the reference to use. Renders nothing when the courier company has set
 * no bank account.
 */
export function EftCard({ reference }: { reference: string }) {
  const holder = useSetting(invoice_bank_account_holder)
  const bank = useSetting(invoice_bank_name)
  const branch = useSetting(invoice_bank_branch_code)
  const kind = useSetting(invoice_bank_account_type)
  const number = useSetting(invoice_bank_account_number)
  if (!number) return null
  const facts: [string, string][] = [
    ['Account holder', holder],
    ['Bank', bank],
    ['Branch code', branch],
    [kind ? `${kind} account`.replace(/account account$/i, 'account') : 'Account number', number],
    ['Reference to use', reference],
  ]
  const given = facts.filter(([, value]) => value !== '')
  return (
    <Card
      title="Paying by EFT"
      className={styles.dense}
      actions={
        <Button
          size="sm"
          variant="ghost"
          icon={IconCopy}
          onClick={() => copyText(given.map(([name, value]) => `${name}: ${value}`).join('\n'))}
        >
          Copy
        </Button>
      }
    >
      <Facts split of={given} />
    </Card>
  )
}
