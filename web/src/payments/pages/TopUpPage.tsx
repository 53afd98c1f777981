import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { invoice_bank_account_number } from '@waybill/domain/billing/settings'
import { support_email } from '@waybill/domain/identity/settings'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { topup_chips } from '@waybill/domain/payments/settings'
import { chipText, topUpProblem } from '@waybill/domain/payments/top-up'
import { useState } from 'react'
import { EftCard } from '../../billing/index.ts'
import { reading } from '../../kit/api/index.ts'
import { loose } from '../../kit/form/FieldFrame.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/Card.tsx'
import { Columns, Page, Stack } from '../../kit/ui/Layout.tsx'
import { Notice } from '../../kit/ui/Notice.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/States.tsx'
import styles from '../payments.module.css'

/**
 * What a customer has, how much to pay in, and where to. There is no card gateway yet, so that money comes by EFT and
 * stands on the account once the courier company has posted it (NAV-008).
 */
export default function TopUpPage() {
  const { account_id } = useMe()
  const chips = useSetting(topup_chips)
  const has_bank = useSetting(invoice_bank_account_number) !== ''
  const email = useSetting(support_email)
  const [amount, setAmount] = useState<Cents | null>(chips[0] ?? null)
  const query = useQuery(reading(billingApi.balance, { account_id: account_id ?? 0 }))
  const problem = topUpProblem(amount)
  return (
    <Page width="detail">
      <PageHeader title="Top up account" />
      {query.error && !query.data ? (
        <RegionError thrown={query.error} what="Your balance" onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading lines={6} />
      ) : (
        <Columns
          main={
            <Card title="Balance">
              <Stack>
                <div>
                  <strong className={styles.balance}>{formatRand(query.data.balance)}</strong>
                  {query.data.balance < 0 && (
                    <p className={styles.owed}>You owe {formatRand(-query.data.balance)}.</p>
                  )}
                </div>
                <AmountChoice chips={chips} amount={amount} problem={problem} onChange={setAmount} />
                {amount !== null && problem === null && (
                  <p className={styles.after} aria-live="polite">
                    Balance after it has arrived: <b>{formatRand(query.data.balance + amount)}</b>
                  </p>
                )}
              </Stack>
            </Card>
          }
          side={
            has_bank ? (
              <>
                <EftCard reference={query.data.account_code} />
                <p className={styles.how}>
                  Pay {amount !== null && problem === null ? <b>{formatRand(amount)}</b> : 'the amount'} to
                  this bank account from your own bank. Payments can take up to three days to reflect. Paying
                  by card is not set up.
                </p>
              </>
            ) : (
              <Notice variant="info" title="There is no way to pay in here yet.">
                {`Your courier has given no bank account and takes no cards here. Ask ${email || 'them'} how to pay.`}
              </Notice>
            )
          }
        />
      )}
    </Page>
  )
}

/** The amounts offered, and one of one's own. */
function AmountChoice({
  chips,
  amount,
  problem,
  onChange,
}: {
  chips: readonly Cents[]
  amount: Cents | null
  problem: string | null
  onChange: (amount: Cents | null) => void
}) {
  const [own, setOwn] = useState<Cents | null>(null)
  const [isOwn, setIsOwn] = useState(chips.length === 0)
  return (
    <fieldset className={styles.amount}>
      <legend>Amount to pay in</legend>
      <div className={styles.chips}>
        {chips.map((chip) => (
          <label key={chip} className={styles.chip}>
            <input
              type="radio"
              name="amount"
              checked={!isOwn && amount === chip}
              onChange={() => {
                setIsOwn(false)
                onChange(chip)
              }}
            />
            <span>{chipText(chip)}</span>
          </label>
        ))}
        <div className={styles.own}>
          <MoneyField
            {...loose('own', own, (value) => {
              setOwn(value)
              setIsOwn(true)
              onChange(value)
            })}
            error={isOwn && own !== null ? (problem ?? undefined) : undefined}
            label="Own amount"
            hideLabel
            size="large"
          />
        </div>
      </div>
    </fieldset>
  )
}
